package dev.fleetwright.render.module;

import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.catalog.DefinitionKind;
import dev.fleetwright.render.catalog.Fqn;
import dev.fleetwright.render.catalog.Located;
import dev.fleetwright.render.catalog.SpecField;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Paths;
import dev.fleetwright.render.schema.Schema;
import dev.fleetwright.render.template.Template;
import dev.fleetwright.render.template.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One component on its way to what transformers get: expressions are evaluated, blueprints become
 * resources and traits, scopes add their policies, the spec is checked and completed.
 */
final class Flattening {

  private final Catalog catalog;
  private final Component component;
  private final TransformerContext context;
  private final List<Problem> problems;

  private final Map<String, Definition> definitions = new TreeMap<>();
  private final Map<String, String> labels = new TreeMap<>();
  private final Map<String, String> origins = new HashMap<>();

  /** Fields by name: what blueprints and scopes give, under what the component itself says. */
  private final Map<String, @Nullable Object> given = new LinkedHashMap<>();

  /** Where to point when a field that was not written in the spec is wrong. */
  private final Map<String, Node> givenBy = new HashMap<>();

  Flattening(
      Catalog catalog, Component component, TransformerContext context, List<Problem> problems) {
    this.catalog = catalog;
    this.component = component;
    this.context = context;
    this.problems = problems;
  }

  @Nullable FlatComponent run(List<Scope> scopes) {
    int before = problems.size();
    Map<String, @Nullable Object> written = evaluatedSpec();
    Map<String, String> ownLabels = evaluatedStrings(component.labels(), "labels");
    int evaluated = problems.size();
    component.references(DefinitionKind.RESOURCE).forEach(r -> use(r, DefinitionKind.RESOURCE));
    component.references(DefinitionKind.TRAIT).forEach(r -> use(r, DefinitionKind.TRAIT));
    component.references(DefinitionKind.POLICY).forEach(this::usePolicy);
    for (Reference reference : component.references(DefinitionKind.BLUEPRINT)) {
      if (find(reference, DefinitionKind.BLUEPRINT) instanceof Definition.Blueprint blueprint) {
        expand(blueprint, reference, written);
      }
    }
    scopes.forEach(this::join);
    labels.putAll(ownLabels);
    // With a definition unknown, what it owns is unknown too, and no further mistake.
    boolean complete = problems.size() == evaluated;
    Map<String, @Nullable Object> spec = checkedSpec(written, complete);
    if (complete) {
      checkTraits();
    }
    if (complete && of(DefinitionKind.RESOURCE).isEmpty()) {
      problems.add(
          component
              .node()
              .keyProblem(
                  "no-resource",
                  "the component \"" + component.name() + "\" has no resource",
                  "add one under resources, e.g. opm.dev/resources/workload@v1#Container"));
    }
    return problems.size() > before ? null : flat(spec);
  }

  private FlatComponent flat(Map<String, @Nullable Object> spec) {
    return new FlatComponent(
        component.name(),
        context.namespace() == null ? "default" : context.namespace(),
        labels,
        evaluatedStrings(component.annotations(), "annotations"),
        new TreeSet<>(of(DefinitionKind.RESOURCE)),
        new TreeSet<>(of(DefinitionKind.TRAIT)),
        new TreeSet<>(of(DefinitionKind.POLICY)),
        spec,
        origins);
  }

  private List<String> of(DefinitionKind kind) {
    return definitions.values().stream()
        .filter(d -> d.kind() == kind)
        .map(Definition::fqn)
        .toList();
  }

  private Variables scope() {
    return Variables.of(
        Map.of("values", context.values(), "context", context.asValue(), "name", component.name()));
  }

  private Map<String, @Nullable Object> evaluatedSpec() {
    Node node = component.node().child("spec");
    if (node == null || !Template.isTemplate(component.spec())) {
      return component.spec();
    }
    return Template.evaluate(node, scope(), problems) instanceof Map<?, ?> map
        ? Fields.cast(map)
        : Map.of();
  }

  private Map<String, String> evaluatedStrings(Map<String, String> written, String field) {
    if (!Template.isTemplate(written)) {
      return written;
    }
    Node node = component.node().at("metadata." + field);
    Map<String, String> out = new TreeMap<>();
    if (node != null && Template.evaluate(node, scope(), problems) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> out.put(String.valueOf(key), String.valueOf(value)));
    }
    return out;
  }

  private void use(Reference reference, DefinitionKind kind) {
    Definition definition = find(reference, kind);
    if (definition != null) {
      definitions.put(definition.fqn(), definition);
    }
  }

  private void usePolicy(Reference reference) {
    if (find(reference, DefinitionKind.POLICY) instanceof Definition.Policy policy) {
      if (policy.target() == Definition.Target.SCOPE) {
        problems.add(
            reference
                .node()
                .problem(
                    "wrong-policy-target",
                    "the policy " + policy.fqn() + " is for scopes, not for single components",
                    "put it under scopes of the module"));
      }
      definitions.put(policy.fqn(), policy);
    }
  }

  private @Nullable Definition find(Reference reference, DefinitionKind kind) {
    Definition known = catalog.find(reference.fqn());
    return known != null && known.kind() == kind ? known : refuse(reference, kind);
  }

  private @Nullable Definition refuse(Reference reference, DefinitionKind kind) {
    if (Fqn.parse(reference.fqn()) instanceof Checked.Invalid<Fqn>(List<Problem> found)) {
      String hint =
          Fqn.nearest(reference.fqn(), catalog.fqns(kind))
              .map(nearest -> "did you mean " + nearest + "?")
              .orElse(found.getFirst().nextStep());
      problems.add(reference.node().problem("invalid-fqn", found.getFirst().message(), hint));
      return null;
    }
    Definition definition = catalog.find(reference.fqn());
    String nextStep =
        definition != null
            ? "move it to " + definition.kind().field()
            : Fqn.nearest(reference.fqn(), catalog.fqns(kind))
                .map(nearest -> "did you mean " + nearest + "?")
                .orElse("see: fleetwright catalog list");
    String message =
        definition != null
            ? reference.fqn() + " is a " + definition.kind().word() + ", not a " + kind.word()
            : "no " + kind.word() + " is named " + reference.fqn();
    problems.add(reference.node().problem("unknown-" + kind.word(), message, nextStep));
    return null;
  }

  /** Before: {@code statelessWorkload: {…}}. After: {@code container: {…}, replicas: 2}. */
  private void expand(
      Definition.Blueprint blueprint, Reference reference, Map<String, @Nullable Object> written) {
    labels.putAll(blueprint.labels());
    String field = blueprint.spec().name();
    Node at = component.node().at(Paths.append("spec", Paths.join("", field)));
    Node place = at == null ? reference.node() : at;
    Object own = written.containsKey(field) ? written.get(field) : blueprint.defaults();
    if (own == null) {
      problems.add(
          reference
              .node()
              .problem(
                  "missing-spec",
                  "the blueprint " + blueprint.fqn() + " needs spec." + field,
                  "add it; see: fleetwright catalog describe " + blueprint.metadata().name()));
      return;
    }
    Schema.Result result = blueprint.spec().schema().check(own);
    result.problems().forEach(problem -> problems.add(Located.in(place, problem)));
    if (!result.isValid()) {
      return;
    }
    List<Problem> found = new ArrayList<>();
    Variables scope = scope().with("spec", result.value());
    Object mapped = Template.evaluate(Node.of(blueprint.mapping()), scope, found);
    found.forEach(problem ->
        problems.add(
            place.problem(
                problem.code(),
                "the mapping of " + blueprint.fqn() + " failed: " + problem.message(),
                problem.nextStep())));
    Map<String, @Nullable Object> fields =
        mapped instanceof Map<?, ?> map ? Fields.cast(map) : Map.of();
    compose(blueprint, blueprint.composedResources(), fields, written, place);
    compose(blueprint, blueprint.composedTraits(), fields, written, place);
  }

  /** What the mapping leaves out, and the component does not say itself, is no part of it. */
  private void compose(
      Definition.Blueprint blueprint,
      List<String> composed,
      Map<String, @Nullable Object> fields,
      Map<String, @Nullable Object> written,
      Node place) {
    for (String fqn : composed) {
      Definition definition = catalog.find(fqn);
      if (definition == null) {
        problems.add(
            place.problem(
                "unknown-definition",
                "the blueprint "
                    + blueprint.fqn()
                    + " is composed of "
                    + fqn
                    + ", which is unknown",
                Fqn.nearest(fqn, catalog.all().stream().map(Definition::fqn).toList())
                    .map(nearest -> "did you mean " + nearest + "?")
                    .orElse("define it")));
        continue;
      }
      String field = definition.spec().name();
      if (fields.containsKey(field)) {
        give(field, fields.get(field), "blueprint " + blueprint.fqn(), place);
        definitions.put(fqn, definition);
      } else if (written.containsKey(field)) {
        definitions.put(fqn, definition);
      }
    }
  }

  private void give(String field, @Nullable Object value, String origin, Node place) {
    Object before = given.get(field);
    given.put(field, before == null ? value : Layers.merged(before, value));
    givenBy.put(field, place);
    origins.put(field, origin);
  }

  private void join(Scope scope) {
    for (Reference reference : scope.policies()) {
      Definition policy = find(reference, DefinitionKind.POLICY);
      if (policy == null) {
        continue;
      }
      definitions.put(policy.fqn(), policy);
      String field = policy.spec().name();
      if (scope.spec().containsKey(field)) {
        Node at = scope.node().at(Paths.append("spec", Paths.join("", field)));
        Object value = scope.spec().get(field);
        if (at != null && Template.isTemplate(value)) {
          value = Template.evaluate(at, scope(), problems);
        }
        give(field, value, "scope " + scope.name(), at == null ? scope.node() : at);
      }
    }
  }

  private Map<String, @Nullable Object> checkedSpec(
      Map<String, @Nullable Object> written, boolean complete) {
    Map<String, Definition> owners = owners();
    if (complete) {
      refuseUnknown(written, owners);
    }
    Map<String, @Nullable Object> spec = new TreeMap<>();
    owners.forEach((field, definition) -> {
      Object value = checkedField(field, definition.spec(), definition, written);
      if (value != null) {
        spec.put(field, value);
      }
    });
    return spec;
  }

  /** Where expressions failed: what is missing there is no further mistake. */
  private List<String> failures(String field) {
    if (problems.isEmpty()) {
      return List.of();
    }
    String path = Paths.append(component.node().path(), Paths.join("spec", field));
    return problems.stream()
        .filter(p -> p.isError() && p.path().startsWith(path))
        .map(Problem::path)
        .toList();
  }

  private static boolean concernsAny(Problem problem, List<String> paths) {
    return paths.stream()
        .anyMatch(path -> path.startsWith(problem.path()) || problem.path().startsWith(path));
  }

  private @Nullable Object checkedField(
      String field, SpecField owner, Definition definition, Map<String, @Nullable Object> written) {
    List<String> failures = failures(field);
    Object value = given.get(field);
    if (written.containsKey(field)) {
      value = value == null ? written.get(field) : Layers.merged(value, written.get(field));
      origins.putIfAbsent(field, "module");
    }
    if (value == null && !written.containsKey(field)) {
      if (!failures.isEmpty()) {
        return null;
      }
      Object defaults = owner.defaults();
      if (defaults == null) {
        problems.add(
            component
                .node()
                .keyProblem(
                    "missing-spec",
                    "the "
                        + definition.kind().word()
                        + " "
                        + definition.fqn()
                        + " needs spec."
                        + field,
                    "add it; see: fleetwright catalog describe " + definition.metadata().name())
                .withPath(Paths.append(component.node().path(), Paths.join("spec", field))));
        return null;
      }
      origins.put(field, "default of " + definition.fqn());
      return defaults;
    }
    Schema.Result result = owner.schema().check(value);
    if (result.isValid()) {
      return result.value();
    }
    Node node = component.node().at(Paths.append("spec", Paths.join("", field)));
    Node place = node == null ? givenBy.get(field) : node;
    for (Problem problem : result.problems()) {
      Problem located = place == null ? problem.withPath(field) : Located.in(place, problem);
      if (!concernsAny(located, failures)) {
        problems.add(located);
      }
    }
    return result.value();
  }

  private Map<String, Definition> owners() {
    Map<String, Definition> owners = new TreeMap<>();
    for (Definition definition : definitions.values()) {
      Definition other = owners.put(definition.spec().name(), definition);
      if (other != null) {
        problems.add(
            component
                .node()
                .keyProblem(
                    "field-owned-twice",
                    other.fqn()
                        + " and "
                        + definition.fqn()
                        + " both own spec."
                        + definition.spec().name(),
                    "use one of them"));
      }
    }
    return owners;
  }

  private void refuseUnknown(
      Map<String, @Nullable Object> written, Map<String, Definition> owners) {
    if (!(component.node().child("spec") instanceof MappingNode spec)) {
      return;
    }
    for (String field : written.keySet()) {
      Definition blueprint = catalog.ownerOf(field);
      boolean ofBlueprint =
          component.references(DefinitionKind.BLUEPRINT).stream()
              .map(r -> catalog.find(r.fqn()))
              .anyMatch(d -> d != null && d.spec().name().equals(field));
      if (owners.containsKey(field) || ofBlueprint) {
        continue;
      }
      Node node = spec.children().get(field);
      Node place = node == null ? spec : node;
      problems.add(
          place.keyProblem(
              "unknown-field",
              "spec." + field + " belongs to no definition of the component",
              blueprint != null
                  ? "add " + blueprint.fqn() + " to " + blueprint.kind().field()
                  : dev.fleetwright.model.Suggestion.nearest(field, owners.keySet())
                      .map(nearest -> "did you mean \"" + nearest + "\"?")
                      .orElse("remove it, or add the definition that owns it")));
    }
  }

  private void checkTraits() {
    for (Definition definition : definitions.values()) {
      if (definition instanceof Definition.Trait trait
          && !trait.appliesTo().isEmpty()
          && trait.appliesTo().stream().noneMatch(definitions::containsKey)) {
        Node place =
            component.references(DefinitionKind.TRAIT).stream()
                .filter(r -> r.fqn().equals(trait.fqn()))
                .map(Reference::node)
                .findFirst()
                .orElse(component.node());
        problems.add(
            place.problem(
                "trait-does-not-apply",
                "the trait "
                    + trait.fqn()
                    + " applies to "
                    + String.join(" or ", trait.appliesTo())
                    + ", which the component does not have",
                "remove the trait, or add the resource"));
      }
    }
  }
}
