package dev.fleetwright.render.module;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.catalog.Located;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes of a module, a catalog and a context the components that transformers get. */
public final class Flattener {

  /**
   * What became of a module.
   *
   * @param components those without problems
   * @param context the one given, with the module's defaults in its values
   * @param secrets texts that must show in no message
   */
  public record Flat(
      List<FlatComponent> components,
      TransformerContext context,
      Set<String> secrets,
      List<Problem> problems) {}

  private Flattener() {}

  public static Flat flatten(Module module, Catalog catalog, TransformerContext context) {
    List<Problem> problems = new ArrayList<>();
    Set<String> secrets = new TreeSet<>();
    TransformerContext complete = context.withValues(values(module, context, problems, secrets));
    List<FlatComponent> components = new ArrayList<>();
    if (problems.isEmpty()) {
      refuseUnknownComponents(module, problems);
      for (Component component : module.components()) {
        TransformerContext own = complete.withNamespace(namespace(module, component, context));
        List<Scope> scopes = module.scopes().stream().filter(s -> s.covers(component)).toList();
        FlatComponent flat = new Flattening(catalog, component, own, problems).run(scopes);
        if (flat != null) {
          components.add(flat);
          collectSecrets(flat, catalog, secrets);
        } else {
          collectWrittenSecrets(component, catalog, secrets);
        }
      }
    }
    return new Flat(components, complete, secrets, problems);
  }

  private static String namespace(Module module, Component component, TransformerContext context) {
    if (context.namespace() != null) {
      return context.namespace();
    }
    if (component.namespace() != null) {
      return component.namespace();
    }
    String ofModule = module.defaultNamespace();
    return ofModule == null ? "default" : ofModule;
  }

  private static Map<String, @Nullable Object> values(
      Module module, TransformerContext context, List<Problem> problems, Set<String> secrets) {
    Schema schema = module.values().schema();
    if (schema == null) {
      if (!context.values().isEmpty()) {
        problems.add(
            module
                .node()
                .problem(
                    "no-values",
                    "the module \"" + module.name() + "\" takes no values, and some are given",
                    "add values.schema to the module, or leave the values out")
                .withPath("values"));
      }
      return Map.of();
    }
    Object given = Layers.merged(module.values().defaults(), context.values());
    Schema.Result result = schema.check(given);
    for (Problem problem : result.problems()) {
      problems.add(
          problem.withPath(dev.fleetwright.render.plain.Paths.append("values", problem.path())));
    }
    secrets.addAll(schema.secrets(given));
    return result.value() instanceof Map<?, ?> map ? Fields.cast(map) : Map.of();
  }

  private static void refuseUnknownComponents(Module module, List<Problem> problems) {
    Set<String> names = new TreeSet<>();
    module.components().forEach(c -> names.add(c.name()));
    for (Scope scope : module.scopes()) {
      for (String name : scope.components()) {
        if (!names.contains(name)) {
          problems.add(
              Located.in(
                  scope.node(),
                  new Problem(
                      "unknown-component",
                      "appliesTo.components",
                      "no component is named \"" + name + "\"",
                      dev.fleetwright.model.Suggestion.nearest(name, names)
                          .map(nearest -> "did you mean \"" + nearest + "\"?")
                          .orElse("use one of: " + String.join(", ", names)))));
        }
      }
    }
  }

  private static void collectSecrets(FlatComponent flat, Catalog catalog, Set<String> secrets) {
    flat.spec()
        .forEach((field, value) -> {
          var owner = catalog.ownerOf(field);
          if (owner != null) {
            secrets.addAll(owner.spec().schema().secrets(value));
          }
        });
  }

  /** A component with problems shows its lines in messages, so its secrets count all the more. */
  private static void collectWrittenSecrets(
      Component component, Catalog catalog, Set<String> secrets) {
    component
        .spec()
        .forEach((field, value) -> {
          var owner = catalog.ownerOf(field);
          if (owner != null) {
            secrets.addAll(owner.spec().schema().secrets(value));
          }
        });
  }
}
