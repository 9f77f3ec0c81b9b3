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
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one policy takes and selects at the moment, and the Binding made of it. */
final class PolicyState {

  private record Taken(String version, String resourceVersion, Modulation modulation) {}

  final CompiledPolicy policy;
  final boolean unusable;
  List<Problem> problems = List.of();
  private final SortedMap<ObjectKey, Taken> taken = new TreeMap<>();
  private final SortedSet<String> clusters = new TreeSet<>();
  private @Nullable Workload workload;
  private @Nullable List<Destination> destinations;
  private @Nullable BindingSpec binding;

  PolicyState(CompiledPolicy policy) {
    this(policy, false);
  }

  private PolicyState(CompiledPolicy policy, boolean unusable) {
    this.policy = policy;
    this.unusable = unusable;
  }

  /** For a policy that was never good: it takes nothing and selects nothing. */
  static PolicyState unusable(Policy nothing) {
    return new PolicyState(new CompiledPolicy(nothing), true);
  }

  boolean put(WorkloadObject object, Map<String, String> namespaceLabels) {
    Modulation modulation = policy.match(object, namespaceLabels);
    if (modulation == null) {
      return remove(object.key());
    }
    Taken now = new Taken(object.version(), object.resourceVersion(), modulation);
    return objectsTouched(!now.equals(taken.put(object.key(), now)));
  }

  boolean remove(ObjectKey key) {
    return objectsTouched(taken.remove(key) != null);
  }

  boolean put(Cluster cluster) {
    return clustersTouched(
        policy.selects(cluster) ? clusters.add(cluster.name()) : clusters.remove(cluster.name()));
  }

  boolean removeCluster(String name) {
    return clustersTouched(clusters.remove(name));
  }

  private boolean objectsTouched(boolean changed) {
    if (changed) {
      workload = null;
      binding = null;
    }
    return changed;
  }

  private boolean clustersTouched(boolean changed) {
    if (changed) {
      destinations = null;
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

  void collectSingletons(Set<ObjectKey> asked) {
    taken.forEach((key, object) -> {
      if (object.modulation.wantSingletonReportedState()) {
        asked.add(key);
      }
    });
  }

  /** Made anew only where something has changed: Bindings can be long. */
  BindingSpec binding() {
    BindingSpec made = binding;
    if (made == null) {
      made = new BindingSpec(workload(), destinations());
      binding = made;
    }
    return made;
  }

  private List<Destination> destinations() {
    List<Destination> made = destinations;
    if (made == null) {
      made = clusters.stream().map(Destination::new).toList();
      destinations = made;
    }
    return made;
  }

  private Workload workload() {
    Workload made = workload;
    if (made == null) {
      List<ClusterScopeDownsyncClause> clusterScope = new ArrayList<>();
      List<NamespaceScopeDownsyncClause> namespaceScope = new ArrayList<>();
      taken.forEach((key, object) -> {
        if (key.isNamespaced()) {
          namespaceScope.add(namespaced(key, object));
        } else {
          clusterScope.add(clusterWide(key, object));
        }
      });
      made = new Workload(clusterScope, namespaceScope);
      workload = made;
    }
    return made;
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
