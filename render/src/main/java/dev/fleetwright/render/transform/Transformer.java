package dev.fleetwright.render.transform;

import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.catalog.Metadata;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a transformer declares, and its function.
 *
 * @param requiredLabels labels that a component must have
 * @param exclusiveGroup of the transformers of one group, the best alone is chosen
 * @param priority the value of the label {@code core.opm.dev/priority}
 * @param condition CEL over component and context; null: always
 */
public record Transformer(
    Metadata metadata,
    Needs required,
    Needs optional,
    Map<String, String> requiredLabels,
    @Nullable String exclusiveGroup,
    int priority,
    Phase phase,
    @Nullable Condition condition,
    TransformFunction function) {

  public static final String PRIORITY = "core.opm.dev/priority";

  /** What runs when: objects are made, then changed, then looked at. */
  public enum Phase {
    GENERATE,
    MUTATE,
    VALIDATE
  }

  /** Definitions by fully qualified name, whose defaults a function can read. */
  public record Needs(
      SortedMap<String, Definition> resources,
      SortedMap<String, Definition> traits,
      SortedMap<String, Definition> policies) {

    public Needs {
      resources = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(resources));
      traits = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(traits));
      policies = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(policies));
    }

    public boolean isEmpty() {
      return resources.isEmpty() && traits.isEmpty() && policies.isEmpty();
    }
  }

  /** Whether a transformer applies at all, by its {@code when}. */
  @FunctionalInterface
  public interface Condition {
    boolean holds(
        dev.fleetwright.render.module.FlatComponent component,
        dev.fleetwright.render.module.TransformerContext context,
        java.util.List<dev.fleetwright.model.Problem> problems);
  }

  public Transformer {
    requiredLabels = java.util.Collections.unmodifiableMap(new TreeMap<>(requiredLabels));
  }

  public String fqn() {
    return metadata.fqn();
  }

  /** The default of a definition that this transformer declares; null when it has none. */
  public @Nullable Object defaultOf(String fqn) {
    for (Needs needs : java.util.List.of(required, optional)) {
      for (SortedMap<String, Definition> map :
          java.util.List.of(needs.resources(), needs.traits(), needs.policies())) {
        Definition definition = map.get(fqn);
        if (definition != null) {
          return definition.defaults();
        }
      }
    }
    return null;
  }

  public boolean declares(String fqn) {
    return required.resources().containsKey(fqn)
        || required.traits().containsKey(fqn)
        || required.policies().containsKey(fqn)
        || optional.resources().containsKey(fqn)
        || optional.traits().containsKey(fqn)
        || optional.policies().containsKey(fqn);
  }
}
