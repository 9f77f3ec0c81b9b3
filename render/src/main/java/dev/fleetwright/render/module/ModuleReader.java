package dev.fleetwright.render.module;

import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.DefinitionKind;
import dev.fleetwright.render.catalog.Kinds;
import dev.fleetwright.render.catalog.Located;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a module of a document of kind Module, and of documents of kind Component beside it. */
public final class ModuleReader {

  private final List<Problem> problems = new ArrayList<>();

  private ModuleReader() {}

  public static Checked<Module> read(Node root) {
    return read(root, List.of());
  }

  /**
   * Reads a module of several documents.
   *
   * @param more documents of kind Component, which join the module's own components
   */
  public static Checked<Module> read(Node root, List<Node> more) {
    Reading reading = readAll(root, more);
    return reading.problems.isEmpty() && reading.module != null
        ? Checked.valid(reading.module)
        : Checked.invalid(reading.problems);
  }

  /**
   * What could be read, and what is wrong with it. A module with problems is good for one thing:
   * finding the problems that later steps have with the rest of it.
   *
   * @param module null when the document is no module at all
   */
  public record Reading(@Nullable Module module, List<Problem> problems) {
    public Reading {
      problems = List.copyOf(problems);
    }
  }

  public static Reading readAll(Node root, List<Node> more) {
    ModuleReader reader = new ModuleReader();
    Module module = reader.module(root, more);
    return new Reading(module, reader.problems);
  }

  private @Nullable Module module(Node root, List<Node> more) {
    String kind = Kinds.kindOf(root, problems);
    if (kind == null) {
      return null;
    }
    if (!kind.equals("Module")) {
      problems.add(
          root.problem(
              "not-a-module", "a document of kind " + kind + " is no module", "give a Module"));
      return null;
    }
    Map<String, @Nullable Object> document = Kinds.check(root, "Module", problems);
    more.forEach(node -> Kinds.check(node, "Component", problems));
    Map<String, @Nullable Object> metadata = Fields.map(document, "metadata");
    List<Component> components = components(root, more);
    if (components.isEmpty() && problems.isEmpty()) {
      problems.add(
          root.problem(
                  "no-components",
                  "the module has no components",
                  "add one under components, or run: fleetwright init module")
              .withPath("components"));
    }
    return new Module(
        Fields.text(metadata, "name", ""),
        Fields.text(metadata, "version", Module.LATEST),
        Fields.text(metadata, "defaultNamespace"),
        Fields.strings(metadata, "labels"),
        Fields.strings(metadata, "annotations"),
        values(root.child("values")),
        components,
        scopes(root.child("scopes")),
        HookReader.read(root.child("hooks")),
        root);
  }

  private List<Component> components(Node root, List<Node> more) {
    List<Component> components = new ArrayList<>();
    if (root.child("components") instanceof MappingNode mapping) {
      mapping.children().forEach((key, node) -> components.add(component(key, node)));
    }
    more.forEach(node -> components.add(component("", node)));
    components.sort(Comparator.comparing(Component::name));
    Set<String> names = new HashSet<>();
    for (Component component : components) {
      if (!names.add(component.name())) {
        problems.add(
            component
                .node()
                .keyProblem(
                    "duplicate-component",
                    "two components are named \"" + component.name() + "\"",
                    "rename one of them"));
      }
    }
    return components;
  }

  private static Component component(String key, Node node) {
    Object plain = node.plain();
    Map<String, @Nullable Object> metadata = Fields.map(plain, "metadata");
    Map<DefinitionKind, List<Reference>> references = new EnumMap<>(DefinitionKind.class);
    for (DefinitionKind kind : DefinitionKind.values()) {
      references.put(kind, references(node.child(kind.field())));
    }
    return new Component(
        Fields.text(metadata, "name", key),
        Fields.text(metadata, "namespace"),
        Fields.strings(metadata, "labels"),
        Fields.strings(metadata, "annotations"),
        references,
        Fields.map(plain, "spec"),
        node);
  }

  private static List<Reference> references(@Nullable Node list) {
    List<Reference> references = new ArrayList<>();
    if (list instanceof SequenceNode sequence) {
      for (Node item : sequence.items()) {
        references.add(new Reference(String.valueOf(item.plain()), item));
      }
    }
    return references;
  }

  private static List<Scope> scopes(@Nullable Node node) {
    List<Scope> scopes = new ArrayList<>();
    if (node instanceof MappingNode mapping) {
      mapping
          .children()
          .forEach((name, scope) -> {
            Object plain = scope.plain();
            Object appliesTo = Fields.value(plain, "appliesTo");
            scopes.add(
                new Scope(
                    name,
                    references(scope.child("policies")),
                    Fields.texts(appliesTo, "components"),
                    Fields.strings(appliesTo, "labels"),
                    Fields.map(plain, "spec"),
                    scope));
          });
    }
    scopes.sort(Comparator.comparing(Scope::name));
    return scopes;
  }

  private Module.Values values(@Nullable Node node) {
    if (node == null) {
      return Module.Values.NONE;
    }
    Node source = node.child("schema");
    Object written = source == null ? true : source.plain();
    return switch (Schema.compile(written)) {
      case Checked.Valid<Schema>(Schema schema) ->
          new Module.Values(schema, Fields.map(node.plain(), "defaults"), node);
      case Checked.Invalid<Schema>(List<Problem> found) -> {
        found.forEach(p -> problems.add(source == null ? p : Located.in(source, p)));
        yield Module.Values.NONE;
      }
    };
  }
}
