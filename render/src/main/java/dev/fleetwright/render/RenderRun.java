package dev.fleetwright.render;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Located;
import dev.fleetwright.render.matching.Candidate;
import dev.fleetwright.render.matching.Matcher;
import dev.fleetwright.render.matching.Selection;
import dev.fleetwright.render.module.Component;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.Flattener;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Paths;
import dev.fleetwright.render.plain.Redaction;
import dev.fleetwright.render.plain.Shape;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.Platform;
import dev.fleetwright.render.transform.Provider;
import dev.fleetwright.render.transform.TransformInput;
import dev.fleetwright.render.transform.Transformer;
import dev.fleetwright.render.transform.Transformer.Phase;
import dev.fleetwright.semver.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One rendering, step by step: flatten, match, generate, mutate, validate, check. */
final class RenderRun {

  private final Module module;
  private final Provider provider;
  private final TransformerContext given;
  private final RenderOptions options;
  private final Platform platform;

  private final List<Problem> problems = new ArrayList<>();
  private final List<ComponentReport> reports = new ArrayList<>();
  private final Map<String, Component> written = new HashMap<>();
  private final Map<String, Draft> drafts = new LinkedHashMap<>();
  private final Map<String, List<Draft>> byComponent = new HashMap<>();

  private record Patch(
      Map<String, @Nullable Object> fields, FlatComponent component, Transformer transformer) {}

  private final List<Patch> patches = new ArrayList<>();

  RenderRun(Module module, Provider provider, TransformerContext context, RenderOptions options) {
    this.module = module;
    this.provider = provider;
    this.given = context;
    this.options = options;
    this.platform = provider.platform();
    module.components().forEach(c -> written.put(c.name(), c));
  }

  Rendering run() {
    checkCoreVersion();
    Flattener.Flat flat = Flattener.flatten(module, provider.catalog(), given);
    problems.addAll(flat.problems());
    Hooks hooks = new Hooks(module, provider, flat.context());
    if (!hasErrors()) {
      problems.addAll(hooks.before(flat.components()));
    }
    problems.addAll(PolicyRules.check(flat, provider.catalog(), this::atComponent));
    // Components without problems are matched even if others have some: all problems at once.
    List<RenderedObject> objects = List.of();
    generate(flat);
    if (!hasErrors()) {
      mutate();
      objects = finished();
    }
    if (!hasErrors()) {
      validate(flat, objects);
      checkTogether(objects);
      problems.addAll(hooks.after(objects));
    }
    return result(objects, flat.secrets());
  }

  private Rendering result(List<RenderedObject> objects, Set<String> secrets) {
    Redaction redaction = new Redaction(secrets);
    Set<Problem> shown = new LinkedHashSet<>();
    for (Problem problem : problems) {
      Problem strict =
          options.strict() && !problem.isError()
              ? new Problem(problem.code(), problem.path(), problem.message(), problem.nextStep())
                  .at(problem.place())
              : problem;
      shown.add(redaction.in(strict));
    }
    boolean failed = shown.stream().anyMatch(Problem::isError);
    return new Rendering(
        provider.name(), failed ? List.of() : objects, List.copyOf(shown), reports, secrets);
  }

  private boolean hasErrors() {
    return problems.stream().anyMatch(p -> p.isError() || options.strict());
  }

  private void checkCoreVersion() {
    Version needed = Version.parse(provider.metadata().minVersion()).orThrow();
    if (needed.compareTo(Version.parse(Render.CORE_VERSION).orThrow()) > 0) {
      problems.add(
          new Problem(
              "provider-too-new",
              "",
              "the provider \""
                  + provider.name()
                  + "\" "
                  + provider.metadata().version()
                  + " needs OPM "
                  + needed
                  + " or newer, and this is "
                  + Render.CORE_VERSION,
              "use an older version of the provider"));
    }
  }

  private void generate(Flattener.Flat flat) {
    Matcher matcher = new Matcher(provider, options.strategy(), options.minScore());
    Map<Matcher.Signature, Selection> known = new HashMap<>();
    for (FlatComponent component : flat.components()) {
      TransformerContext context = flat.context().withNamespace(component.namespace());
      Selection selection = matcher.select(component, context, known);
      selection.problems().forEach(p -> problems.add(atComponent(component, p)));
      reports.add(new ComponentReport(component, selection.candidates()));
      for (Transformer transformer : selection.selected(Phase.GENERATE)) {
        collect(component, context, transformer, List.of());
      }
      List<Transformer> mutators = selection.selected(Phase.MUTATE);
      if (!mutators.isEmpty()) {
        List<Map<String, @Nullable Object>> made = objectsOf(component);
        mutators.forEach(transformer -> collect(component, context, transformer, made));
      }
    }
  }

  private List<Map<String, @Nullable Object>> objectsOf(FlatComponent component) {
    List<Map<String, @Nullable Object>> made = new ArrayList<>();
    byComponent.getOrDefault(component.name(), List.of()).forEach(d -> made.add(d.object));
    return made;
  }

  private void collect(
      FlatComponent component,
      TransformerContext context,
      Transformer transformer,
      List<Map<String, @Nullable Object>> made) {
    Outputs outputs = run(component, context, transformer, made);
    for (Map<String, @Nullable Object> object : outputs.objects()) {
      add(object, component, context, transformer);
    }
    for (Map<String, @Nullable Object> patch : outputs.patches()) {
      patches.add(new Patch(patch, component, transformer));
    }
  }

  private Outputs run(
      FlatComponent component,
      TransformerContext context,
      Transformer transformer,
      List<Map<String, @Nullable Object>> made) {
    Outputs outputs;
    try {
      outputs =
          transformer
              .function()
              .transform(new TransformInput(component, context, transformer, made));
    } catch (RuntimeException e) {
      // Somebody else's Java: its defect must not take the other components' problems with it.
      outputs =
          Outputs.problem(
              new Problem(
                  "transformer-failed",
                  "",
                  "the transformer " + transformer.fqn() + " failed: " + e,
                  "correct its code; the component may be valid"));
    }
    outputs.problems().forEach(p -> problems.add(inSpec(component, transformer, p)));
    return outputs;
  }

  private void add(
      Map<String, @Nullable Object> object,
      FlatComponent component,
      TransformerContext context,
      Transformer transformer) {
    List<Problem> missing = platform.missingFields(object);
    String identity = platform.identity(object);
    if (!missing.isEmpty() || identity == null) {
      missing.forEach(p ->
          problems.add(
              atComponent(
                  component,
                  new Problem(
                      p.code(),
                      "",
                      "an object of " + transformer.fqn() + " is incomplete: " + p.message(),
                      p.nextStep()))));
      return;
    }
    Draft other = drafts.get(identity);
    if (other == null) {
      Draft draft = new Draft(identity, component, context, transformer, object);
      drafts.put(identity, draft);
      byComponent.computeIfAbsent(component.name(), _ -> new ArrayList<>()).add(draft);
      return;
    }
    problems.add(
        atComponent(
            component,
            new Problem(
                "duplicate-object",
                "",
                identity
                    + " is made twice: by "
                    + other.owner.fqn()
                    + " for the component \""
                    + other.component.name()
                    + "\" and by "
                    + transformer.fqn()
                    + " for the component \""
                    + component.name()
                    + "\"",
                other.owner.fqn().equals(transformer.fqn())
                    ? "give the two different names"
                    : "let one of them patch the other's object (mode: patch), or put both in one"
                        + " exclusiveGroup")));
  }

  private void mutate() {
    for (Patch patch : patches) {
      String identity = platform.identity(patch.fields);
      Draft draft = identity == null ? null : drafts.get(identity);
      if (draft == null) {
        Problem problem =
            atComponent(
                patch.component,
                new Problem(
                    "patch-without-target",
                    "",
                    patch.transformer.fqn()
                        + " patches "
                        + (identity == null ? "an object without a name" : identity)
                        + ", which no transformer makes",
                    "choose a transformer that makes it, or make the patch depend on it (when)"));
        problems.add(
            options.strategy() == dev.fleetwright.render.matching.Strategy.ALL
                ? problem
                : problem.asWarning());
        continue;
      }
      List<Problem> conflicts = new ArrayList<>();
      new Merge(draft, patch.transformer, platform, conflicts).apply(patch.fields);
      conflicts.forEach(
          p -> problems.add(atComponent(patch.component, p.withPath("")).withPath(p.path())));
    }
  }

  private List<RenderedObject> finished() {
    List<RenderedObject> objects = new ArrayList<>(drafts.size());
    List<Draft> sorted = new ArrayList<>(drafts.values());
    sorted.sort((a, b) -> platform.order().compare(a.object, b.object));
    for (Draft draft : sorted) {
      Map<String, @Nullable Object> object =
          Shape.canonical(
              platform.decorated(draft.object, draft.component, draft.context, draft.owner));
      platform.check(object).forEach(p -> problems.add(ofObject(draft, p)));
      objects.add(
          new RenderedObject(
              draft.identity,
              object,
              draft.component.name(),
              draft.owner.fqn(),
              draft.patchedBy()));
    }
    return objects;
  }

  private Problem ofObject(Draft draft, Problem problem) {
    String by =
        draft.patchedBy().isEmpty() ? "" : ", patched by " + String.join(", ", draft.patchedBy());
    Problem told =
        new Problem(
            problem.code(),
            "",
            draft.identity
                + (problem.path().isEmpty() ? "" : " " + problem.path())
                + ": "
                + problem.message()
                + " (made by "
                + draft.owner.fqn()
                + by
                + ")",
            problem.nextStep());
    Problem located = atComponent(draft.component, told);
    return problem.isError() ? located : located.asWarning();
  }

  private void validate(Flattener.Flat flat, List<RenderedObject> objects) {
    Map<String, List<Map<String, @Nullable Object>>> finalObjects = new HashMap<>();
    objects.forEach(
        o -> finalObjects.computeIfAbsent(o.component(), _ -> new ArrayList<>()).add(o.object()));
    for (ComponentReport report : reports) {
      FlatComponent component = report.component();
      TransformerContext context = flat.context().withNamespace(component.namespace());
      new Selection(report.candidates(), List.of())
          .selected(Phase.VALIDATE)
          .forEach(t ->
              run(component, context, t, finalObjects.getOrDefault(component.name(), List.of())));
    }
  }

  private void checkTogether(List<RenderedObject> objects) {
    List<Map<String, @Nullable Object>> plain =
        objects.stream().map(RenderedObject::object).toList();
    for (Platform.Finding finding : platform.checkTogether(plain)) {
      RenderedObject object = objects.get(finding.object());
      Draft draft = drafts.get(object.identity());
      if (draft != null) {
        problems.add(ofObject(draft, finding.problem()));
      }
    }
  }

  /** The objects of one component by the transformers chosen before; problems are not looked at. */
  Map<String, Map<String, @Nullable Object>> alone(
      FlatComponent component, List<Candidate> candidates) {
    RenderRun fresh = new RenderRun(module, provider, given, options);
    TransformerContext context = given.withNamespace(component.namespace());
    Selection selection = new Selection(candidates, List.of());
    selection
        .selected(Phase.GENERATE)
        .forEach(t -> fresh.collect(component, context, t, List.of()));
    List<Map<String, @Nullable Object>> made = fresh.objectsOf(component);
    selection.selected(Phase.MUTATE).forEach(t -> fresh.collect(component, context, t, made));
    fresh.mutate();
    Map<String, Map<String, @Nullable Object>> objects = new LinkedHashMap<>();
    fresh
        .drafts
        .values()
        .forEach(d ->
            objects.put(
                d.identity,
                Shape.canonical(platform.decorated(d.object, d.component, d.context, d.owner))));
    return objects;
  }

  /** A problem about a whole component, shown at its name. */
  private Problem atComponent(FlatComponent component, Problem problem) {
    Component source = written.get(component.name());
    if (source == null) {
      return problem;
    }
    return problem.withPath(source.node().path()).at(source.node().keyPlace());
  }

  /** A problem that a transformer found at a path of the spec. */
  private Problem inSpec(FlatComponent component, Transformer transformer, Problem problem) {
    Problem told =
        problem.place() != null || problem.message().contains(transformer.fqn())
            ? problem
            : new Problem(
                problem.code(),
                problem.path(),
                problem.message() + " (" + transformer.fqn() + ")",
                problem.nextStep(),
                problem.severity(),
                null);
    Component source = written.get(component.name());
    if (source == null || problem.place() != null) {
      return told;
    }
    Node spec = source.node().child("spec");
    if (told.path().isEmpty() || spec == null) {
      return told.withPath(Paths.append(source.node().path(), told.path()))
          .at(source.node().keyPlace());
    }
    return Located.in(spec, told);
  }
}
