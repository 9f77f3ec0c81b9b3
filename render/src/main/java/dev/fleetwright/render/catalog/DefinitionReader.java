package dev.fleetwright.render.catalog;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Definition.Enforcement;
import dev.fleetwright.render.catalog.Definition.Mode;
import dev.fleetwright.render.catalog.Definition.OnViolation;
import dev.fleetwright.render.catalog.Definition.Rule;
import dev.fleetwright.render.catalog.Definition.Target;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes definitions of documents of the kinds Resource, Trait, Policy and Blueprint. */
public final class DefinitionReader {

  /** The kinds that are read here. */
  public static final Set<String> KINDS = Set.of("Resource", "Trait", "Policy", "Blueprint");

  private DefinitionReader() {}

  public static Checked<Definition> read(
      Node root, String kind, Function<String, @Nullable Schema> known) {
    List<Problem> problems = new ArrayList<>();
    Map<String, @Nullable Object> document = Kinds.check(root, kind, problems);
    if (!problems.isEmpty()) {
      return Checked.invalid(problems);
    }
    Metadata metadata = Metadata.of(Fields.map(document, "metadata"));
    Node written = root.at("metadata.fqn");
    if (written != null && !metadata.fqn().equals(written.plain())) {
      problems.add(
          written.problem(
              "wrong-fqn",
              "the fqn is computed and would be " + metadata.fqn(),
              "remove it, or write it so"));
    }
    SpecField spec = spec(root, document, known, problems);
    if (spec == null || !problems.isEmpty()) {
      return Checked.invalid(problems);
    }
    return Checked.valid(definition(kind, document, spec));
  }

  private static Definition definition(
      String kind, Map<String, @Nullable Object> document, SpecField spec) {
    Metadata metadata = Metadata.of(Fields.map(document, "metadata"));
    return switch (kind) {
      case "Resource" -> new Definition.Resource(metadata, spec);
      case "Trait" -> new Definition.Trait(metadata, spec, Fields.texts(document, "appliesTo"));
      case "Policy" -> policy(document, metadata, spec);
      case "Blueprint" ->
          new Definition.Blueprint(
              metadata,
              spec,
              Fields.texts(document, "composedResources"),
              Fields.texts(document, "composedTraits"),
              Fields.strings(document, "labels"),
              Fields.map(document, "mapping"));
      default -> throw new IllegalArgumentException("no definition: " + kind);
    };
  }

  private static Definition policy(
      Map<String, @Nullable Object> document, Metadata metadata, SpecField spec) {
    Map<String, @Nullable Object> enforcement = Fields.map(document, "enforcement");
    List<Rule> rules = new ArrayList<>();
    for (Map<String, @Nullable Object> rule : Fields.maps(document, "validate")) {
      rules.add(
          new Rule(
              Fields.text(rule, "rule", "true"),
              Fields.text(rule, "message", ""),
              Fields.text(rule, "nextStep", "")));
    }
    return new Definition.Policy(
        metadata,
        spec,
        Target.valueOf(upper(Fields.text(document, "target", "component"))),
        new Enforcement(
            Mode.valueOf(upper(Fields.text(enforcement, "mode", "deployment"))),
            OnViolation.valueOf(upper(Fields.text(enforcement, "onViolation", "block")))),
        rules);
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  private static @Nullable SpecField spec(
      Node root,
      Map<String, @Nullable Object> document,
      Function<String, @Nullable Schema> known,
      List<Problem> problems) {
    Map.Entry<String, @Nullable Object> field =
        Fields.map(document, "spec").entrySet().iterator().next();
    String name = field.getKey();
    Node node = root.at("spec");
    Node schemaNode = node == null ? null : node.child(name);
    return switch (Schema.compile(field.getValue(), known)) {
      case Checked.Invalid<Schema>(List<Problem> found) -> {
        found.forEach(p -> problems.add(schemaNode == null ? p : Located.in(schemaNode, p)));
        yield null;
      }
      case Checked.Valid<Schema>(Schema schema) ->
          new SpecField(name, schema, field.getValue(), defaults(root, document, schema, problems));
    };
  }

  /** Written defaults must fit the schema; without any, the schema's own count. */
  private static @Nullable Object defaults(
      Node root, Map<String, @Nullable Object> document, Schema schema, List<Problem> problems) {
    Node node = root.child("defaults");
    if (node == null || !document.containsKey("defaults")) {
      return schema.defaults();
    }
    Schema.Result result = schema.check(node.plain());
    result.problems().forEach(problem -> problems.add(Located.in(node, problem)));
    return result.value();
  }
}
