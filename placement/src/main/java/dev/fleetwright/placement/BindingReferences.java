package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.Modulation;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects that a Binding refers to. */
public final class BindingReferences {

  private BindingReferences() {}

  /** All objects in order; those that are listed twice with what both ask for. */
  public static SortedMap<ObjectKey, Modulation> of(BindingSpec binding) {
    SortedMap<ObjectKey, Modulation> references = new TreeMap<>();
    binding
        .objects()
        .clusterScope()
        .forEach(clause ->
            references.merge(
                new ObjectKey(group(clause.group()), clause.resource(), "", clause.name()),
                clause.modulation(),
                Modulation::and));
    binding
        .objects()
        .namespaceScope()
        .forEach(clause ->
            references.merge(
                new ObjectKey(
                    group(clause.group()), clause.resource(), clause.namespace(), clause.name()),
                clause.modulation(),
                Modulation::and));
    return references;
  }

  public static Optional<Modulation> modulation(BindingSpec binding, ObjectKey key) {
    Map<ObjectKey, Modulation> references = of(binding);
    return Optional.ofNullable(references.get(key));
  }

  private static String group(@Nullable String group) {
    return group == null ? "" : group;
  }
}
