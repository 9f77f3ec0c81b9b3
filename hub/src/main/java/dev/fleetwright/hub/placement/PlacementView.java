package dev.fleetwright.hub.placement;

import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.LivePlacement;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Policy;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.work.Deliveries.Sight;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The placement of the hub, kept up to date from the caches. It is told what has changed and not to
 * what: it reads that itself, so that it never goes back to something older.
 */
public final class PlacementView {

  /** Which version of a policy was looked at. */
  private record Version(String uid, @Nullable Long generation) {}

  /**
   * What the core says about a policy.
   *
   * @param inForce the policy that the Binding is made by; empty when there never was a good one
   */
  public record Decision(
      Optional<BindingPolicySpec> inForce, BindingSpec binding, List<Problem> problems) {}

  private final Caches caches;
  private final ObjectWatches watches;
  private final LivePlacement live = new LivePlacement();
  private final Map<String, Version> versions = new HashMap<>();
  private final Map<ResourceType, Set<ObjectKey>> byType = new HashMap<>();

  public PlacementView(Caches caches, ObjectWatches watches) {
    this.caches = caches;
    this.watches = watches;
  }

  /** Takes in everything that the caches have. */
  public synchronized void load() {
    caches.clusters().all().forEach(cluster -> cluster(cluster.getMetadata().getName()));
    caches.bindingPolicies().all().forEach(policy -> policy(policy.getMetadata().getName()));
  }

  /**
   * Takes in a policy as it is now.
   *
   * @return the policies whose Bindings may be different
   */
  public synchronized SortedSet<String> policy(String name) {
    BindingPolicy policy = caches.bindingPolicies().get("", name);
    if (policy == null) {
      versions.remove(name);
      return live.removePolicy(name);
    }
    Version version =
        new Version(policy.getMetadata().getUid(), policy.getMetadata().getGeneration());
    if (version.equals(versions.put(name, version))) {
      return new TreeSet<>();
    }
    return live.put(new Policy(name, policy.getMetadata().getUid(), specOf(policy)));
  }

  static BindingPolicySpec specOf(BindingPolicy policy) {
    return policy.getSpec() == null
        ? new BindingPolicySpec(List.of(), List.of())
        : policy.getSpec();
  }

  /** Takes in a cluster as it is now. */
  public synchronized SortedSet<String> cluster(String name) {
    ManagedCluster cluster = caches.clusters().get("", name);
    return cluster == null || cluster.isMarkedForDeletion()
        ? live.removeCluster(name)
        : live.put(describe(cluster));
  }

  /** A cluster with all that templates can say about it. */
  Cluster describe(ManagedCluster cluster) {
    String name = cluster.getMetadata().getName();
    ConfigMap properties = caches.clusterProperties().get(Cluster.PROPERTIES_NAMESPACE, name);
    return Cluster.of(
        name,
        orEmpty(cluster.getMetadata().getLabels()),
        orEmpty(cluster.getMetadata().getAnnotations()),
        cluster.getStatus() == null ? List.of() : cluster.getStatus().clusterClaims(),
        properties == null ? Map.of() : orEmpty(properties.getData()));
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }

  /** Takes in an object as it is now. */
  public synchronized SortedSet<String> object(ObjectKey key) {
    return switch (watches.glance(key)) {
      case Sight.Here(WorkloadObject object) -> put(object);
      case Sight.Gone() -> live.remove(key);
      case Sight.Unread() -> new TreeSet<>();
    };
  }

  private SortedSet<String> put(WorkloadObject object) {
    ObjectKey key = object.key();
    byType
        .computeIfAbsent(
            new ResourceType(
                key.group(), object.version(), object.kind(), key.resource(), key.isNamespaced()),
            _ -> new HashSet<>())
        .add(key);
    return live.put(object);
  }

  /** Takes in all objects of a kind, and forgets those that are not there. */
  public synchronized void load(ResourceType type) {
    Set<ObjectKey> before = byType.remove(type);
    List<WorkloadObject> now = watches.heads(type);
    Set<ObjectKey> keys = new HashSet<>();
    for (WorkloadObject object : now) {
      keys.add(object.key());
      put(object);
    }
    if (before != null) {
      before.stream().filter(key -> !keys.contains(key)).forEach(live::remove);
    }
  }

  /** Forgets all objects of a kind. */
  public synchronized void leave(ResourceType type) {
    Set<ObjectKey> keys = byType.remove(type);
    if (keys != null) {
      keys.forEach(live::remove);
    }
  }

  /** What there is to say about a policy; empty when it was not taken in yet. */
  public synchronized Optional<Decision> decide(String policy) {
    policy(policy);
    return live.binding(policy)
        .map(binding -> new Decision(live.inForce(policy), binding, live.problems(policy)));
  }

  /** Every policy as it is in force, for who wants to know what they can reach. */
  public synchronized List<BindingPolicySpec> inForce() {
    return live.policies().stream().map(live::inForce).flatMap(Optional::stream).toList();
  }
}
