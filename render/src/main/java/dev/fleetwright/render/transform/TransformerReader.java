package dev.fleetwright.render.transform;

import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.catalog.DefinitionKind;
import dev.fleetwright.render.catalog.DefinitionReader;
import dev.fleetwright.render.catalog.Fqn;
import dev.fleetwright.render.catalog.Kinds;
import dev.fleetwright.render.catalog.Located;
import dev.fleetwright.render.catalog.Metadata;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.schema.Schema;
import dev.fleetwright.render.transform.Transformer.Needs;
import dev.fleetwright.render.transform.Transformer.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes transformers of documents of kind Transformer. */
public final class TransformerReader {

  private final Catalog catalog;
  private final Map<String, TransformFunction> functions;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param functions the transformers in Java that were found, by class name
   */
  public TransformerReader(Catalog catalog, Map<String, TransformFunction> functions) {
    this.catalog = catalog;
    this.functions = functions;
  }

  public Checked<Transformer> read(Node root) {
    problems.clear();
    Map<String, @Nullable Object> document = Kinds.check(root, "Transformer", problems);
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
    Transformer transformer =
        new Transformer(
            metadata,
            needs(root, "required"),
            needs(root, "optional"),
            Fields.strings(document, "requiredLabels"),
            Fields.text(document, "exclusiveGroup"),
            priority(root, metadata),
            Phase.valueOf(Fields.text(document, "phase", "generate").toUpperCase(Locale.ROOT)),
            DeclaredFunction.condition(root.child("when")),
            function(root, metadata, Fields.text(document, "mode", "own").equals("patch")));
    return problems.isEmpty() ? Checked.valid(transformer) : Checked.invalid(problems);
  }

  private int priority(Node root, Metadata metadata) {
    String text = metadata.labels().get(Transformer.PRIORITY);
    if (text == null) {
      return 0;
    }
    if (text.matches("-?[0-9]{1,6}")) {
      return Integer.parseInt(text);
    }
    Node node = root.at("metadata.labels[\"" + Transformer.PRIORITY + "\"]");
    problems.add(
        (node == null ? root : node)
            .problem(
                "invalid-priority",
                "the priority \"" + text + "\" is no number",
                "write an integer in quotes, e.g. \"10\""));
    return 0;
  }

  private TransformFunction function(Node root, Metadata metadata, boolean patches) {
    Node transform = root.child("transform");
    Node java = transform == null ? null : transform.child("java");
    if (java == null) {
      if (transform == null
          || (transform.child("output") == null
              && transform.child("patch") == null
              && transform.child("validate") == null)) {
        problems.add(
            root.problem(
                    "no-output",
                    "the transformer " + metadata.fqn() + " gives nothing",
                    "add transform.output, transform.patch, transform.validate or transform.java")
                .withPath("transform"));
      }
      return new DeclaredFunction(transform == null ? root : transform, patches);
    }
    String name = String.valueOf(java.plain());
    TransformFunction found = functions.get(name);
    if (found == null) {
      problems.add(
          java.problem(
              "unknown-class",
              "no transformer class " + name + " was found",
              Suggestion.nearest(name, functions.keySet())
                  .map(nearest -> "did you mean " + nearest + "?")
                  .orElse("list it in META-INF/services/" + TransformFunction.class.getName())));
      return _ -> Outputs.NONE;
    }
    return found;
  }

  private Needs needs(Node root, String prefix) {
    return new Needs(
        declared(root.child(prefix + "Resources"), DefinitionKind.RESOURCE),
        declared(root.child(prefix + "Traits"), DefinitionKind.TRAIT),
        declared(root.child(prefix + "Policies"), DefinitionKind.POLICY));
  }

  private SortedMap<String, Definition> declared(@Nullable Node node, DefinitionKind kind) {
    SortedMap<String, Definition> found = new TreeMap<>();
    switch (node) {
      case MappingNode map ->
          map.children().forEach((fqn, value) -> declare(fqn, value, value, kind, found));
      case SequenceNode list ->
          list.items().forEach(item -> declare("" + item.plain(), null, item, kind, found));
      case null, default -> {}
    }
    return found;
  }

  private void declare(
      String fqn,
      @Nullable Node value,
      Node place,
      DefinitionKind kind,
      SortedMap<String, Definition> found) {
    if (value != null && value.child("spec") != null) {
      inline(fqn, value, kind, found);
      return;
    }
    Definition definition = catalog.find(fqn);
    if (definition == null || definition.kind() != kind) {
      problems.add(
          place.keyProblem(
              "unknown-" + kind.word(),
              "no " + kind.word() + " is named " + fqn,
              Fqn.nearest(fqn, catalog.fqns(kind))
                  .map(nearest -> "did you mean " + nearest + "?")
                  .orElse("define it here with spec, or in a document of its own")));
      return;
    }
    Node defaults = value == null ? null : value.child("defaults");
    if (defaults == null) {
      found.put(fqn, definition);
      return;
    }
    Schema.Result result = definition.spec().schema().check(defaults.plain());
    result.problems().forEach(p -> problems.add(Located.in(defaults, p)));
    found.put(fqn, withDefaults(definition, result.value()));
  }

  private void inline(
      String fqn, Node value, DefinitionKind kind, SortedMap<String, Definition> found) {
    switch (DefinitionReader.read(value, kind.kind(), this::schemaOf)) {
      case Checked.Invalid<Definition>(List<Problem> wrong) -> problems.addAll(wrong);
      case Checked.Valid<Definition>(Definition definition) -> {
        if (definition.fqn().equals(fqn)) {
          found.put(fqn, definition);
        } else {
          problems.add(
              value.keyProblem(
                  "wrong-fqn",
                  "the key " + fqn + " holds the definition " + definition.fqn(),
                  "make the two the same"));
        }
      }
    }
  }

  private @Nullable Schema schemaOf(String fqn) {
    Definition definition = catalog.find(fqn);
    return definition == null ? null : definition.spec().schema();
  }

  private static Definition withDefaults(Definition definition, @Nullable Object defaults) {
    return switch (definition) {
      case Definition.Resource d ->
          new Definition.Resource(d.metadata(), d.spec().withDefaults(defaults));
      case Definition.Trait d ->
          new Definition.Trait(d.metadata(), d.spec().withDefaults(defaults), d.appliesTo());
      case Definition.Policy d ->
          new Definition.Policy(
              d.metadata(),
              d.spec().withDefaults(defaults),
              d.target(),
              d.enforcement(),
              d.rules());
      case Definition.Blueprint d -> d;
    };
  }
}
