package dev.fleetwright.placement;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.BindingSpec.Destination;
import dev.fleetwright.placement.kinds.BindingSpec.Workload;
import dev.fleetwright.placement.kinds.ClusterScopeDownsyncClause;
import dev.fleetwright.placement.kinds.Modulation;
import dev.fleetwright.placement.kinds.NamespaceScopeDownsyncClause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one policy takes and selects at the moment, and the Binding made of it. */
final class PolicyState {

  private record Taken(String version, String resourceVersion, Modulation modulation) {}

  final CompiledPolicy policy;
  List<Problem> problems = List.of();
  private final SortedMap<ObjectKey, Taken> taken = new TreeMap<>();
  private final SortedSet<String> clusters = new TreeSet<>();
  private @Nullable BindingSpec binding;

  PolicyState(CompiledPolicy policy) {
    this.policy = policy;
  }

  boolean put(WorkloadObject object, Map<String, String> namespaceLabels) {
    Modulation modulation =
        CompiledPolicy.refusal(object).isPresent() ? null : policy.match(object, namespaceLabels);
    if (modulation == null) {
      return remove(object.key());
    }
    Taken now = new Taken(object.version(), object.resourceVersion(), modulation);
    return touched(!now.equals(taken.put(object.key(), now)));
  }

  boolean remove(ObjectKey key) {
    return touched(taken.remove(key) != null);
  }

  boolean put(Cluster cluster) {
    return touched(
        policy.selects(cluster) ? clusters.add(cluster.name()) : clusters.remove(cluster.name()));
  }

  boolean removeCluster(String name) {
    return touched(clusters.remove(name));
  }

  private boolean touched(boolean changed) {
    if (changed) {
      binding = null;
    }
    return changed;
  }

  SortedSet<String> clusters() {
    return Collections.unmodifiableSortedSet(clusters);
  }

  @Nullable Modulation modulation(ObjectKey key) {
    Taken found = taken.get(key);
    return found == null ? null : found.modulation;
  }

  BindingSpec binding() {
    BindingSpec made = binding;
    if (made == null) {
      made = make();
      binding = made;
    }
    return made;
  }

  private BindingSpec make() {
    List<ClusterScopeDownsyncClause> clusterScope = new ArrayList<>();
    List<NamespaceScopeDownsyncClause> namespaceScope = new ArrayList<>();
    taken.forEach((key, object) -> {
      if (key.isNamespaced()) {
        namespaceScope.add(namespaced(key, object));
      } else {
        clusterScope.add(clusterWide(key, object));
      }
    });
    return new BindingSpec(
        new Workload(clusterScope, namespaceScope),
        clusters.stream().map(Destination::new).toList());
  }

  private static ClusterScopeDownsyncClause clusterWide(ObjectKey key, Taken object) {
    Modulation modulation = object.modulation;
    return new ClusterScopeDownsyncClause(
        key.group(),
        object.version,
        key.resource(),
        key.name(),
        given(object.resourceVersion),
        given(modulation.createOnly()),
        modulation.statusCollectors(),
        given(modulation.wantSingletonReportedState()),
        given(modulation.wantMultiWECReportedState()));
  }

  private static NamespaceScopeDownsyncClause namespaced(ObjectKey key, Taken object) {
    Modulation modulation = object.modulation;
    return new NamespaceScopeDownsyncClause(
        key.group(),
        object.version,
        key.resource(),
        key.namespace(),
        key.name(),
        given(object.resourceVersion),
        given(modulation.createOnly()),
        modulation.statusCollectors(),
        given(modulation.wantSingletonReportedState()),
        given(modulation.wantMultiWECReportedState()));
  }

  private static @Nullable String given(String text) {
    return text.isEmpty() ? null : text;
  }

  /** False is the default and is left out. */
  private static @Nullable Boolean given(boolean flag) {
    return flag ? true : null;
  }
}
