package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.BindingSpec.Workload;
import dev.fleetwright.placement.kinds.ClusterScopeDownsyncClause;
import dev.fleetwright.placement.kinds.Modulation;
import dev.fleetwright.placement.kinds.NamespaceScopeDownsyncClause;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
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

  /** Whether all objects of a resource have been read. */
  @FunctionalInterface
  public interface Completeness {
    boolean isRead(String group, String resource);
  }

  /**
   * A Binding made from what was read, with the references of before where something was not: an
   * object that nobody has looked for is not gone.
   */
  public static BindingSpec keepingUnread(
      BindingSpec made, @Nullable BindingSpec before, Completeness read) {
    Workload earlier = before == null ? Workload.NONE : before.objects();
    List<ClusterScopeDownsyncClause> clusterScope =
        join(
            made.objects().clusterScope(),
            earlier.clusterScope(),
            clause -> read.isRead(group(clause.group()), clause.resource()),
            Comparator.comparing(clause ->
                new ObjectKey(group(clause.group()), clause.resource(), "", clause.name())));
    List<NamespaceScopeDownsyncClause> namespaceScope =
        join(
            made.objects().namespaceScope(),
            earlier.namespaceScope(),
            clause -> read.isRead(group(clause.group()), clause.resource()),
            Comparator.comparing(clause ->
                new ObjectKey(
                    group(clause.group()), clause.resource(), clause.namespace(), clause.name())));
    return new BindingSpec(new Workload(clusterScope, namespaceScope), made.destinations());
  }

  private static <C> List<C> join(
      List<C> made, List<C> before, Predicate<C> isRead, Comparator<C> order) {
    if (made.stream().allMatch(isRead) && before.stream().allMatch(isRead)) {
      return made;
    }
    return Stream.concat(
            made.stream().filter(isRead), before.stream().filter(Predicate.not(isRead)))
        .sorted(order)
        .toList();
  }

  public static Optional<Modulation> modulation(BindingSpec binding, ObjectKey key) {
    Map<ObjectKey, Modulation> references = of(binding);
    return Optional.ofNullable(references.get(key));
  }

  private static String group(@Nullable String group) {
    return group == null ? "" : group;
  }
}
