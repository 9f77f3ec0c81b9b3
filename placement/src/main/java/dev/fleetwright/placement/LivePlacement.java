package dev.fleetwright.placement;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.Modulation;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The placement of a hub, kept up to date one change at a time. A change costs what it touches: an
 * object is tested against every policy once, a cluster likewise, and only Bindings that differ are
 * named. The result depends on what was put and not on the order. For one thread.
 */
public final class LivePlacement {

  /** The label that Kubernetes puts on every namespace. */
  private static final String NAMESPACE_NAME_LABEL = "kubernetes.io/metadata.name";

  private final SortedMap<String, PolicyState> policies = new TreeMap<>();
  private final SortedMap<String, BindingSpec> foreignBindings = new TreeMap<>();
  private final SortedMap<String, Cluster> clusters = new TreeMap<>();
  private final Map<ObjectKey, WorkloadObject> objects = new HashMap<>();

  /** Objects that no policy is asked about; known once, not once per policy. */
  private final Set<ObjectKey> refused = new HashSet<>();

  private final Map<String, Set<ObjectKey>> byNamespace = new HashMap<>();
  private final Map<String, Map<String, String>> namespaceLabels = new HashMap<>();

  /**
   * Adds or replaces a policy. One with errors is not used: the last good one of its name stays in
   * force, and the problems are kept beside it.
   *
   * @return the names of the Bindings that changed
   */
  public SortedSet<String> put(Policy policy) {
    List<Problem> problems = policy.spec().problems();
    PolicyState old = policies.get(policy.name());
    if (problems.stream().anyMatch(Problem::isError)) {
      PolicyState kept =
          old == null
              ? PolicyState.unusable(new Policy(policy.name(), policy.uid(), Placement.NOTHING))
              : old;
      kept.problems = problems;
      policies.put(policy.name(), kept);
      return old == null ? one(policy.name()) : Collections.emptySortedSet();
    }
    PolicyState state = new PolicyState(new CompiledPolicy(policy));
    state.problems = problems;
    objects.values().forEach(object -> test(state, object));
    clusters.values().forEach(state::put);
    policies.put(policy.name(), state);
    return old != null && old.binding().equals(state.binding())
        ? Collections.emptySortedSet()
        : one(policy.name());
  }

  public SortedSet<String> removePolicy(String name) {
    return policies.remove(name) == null ? Collections.emptySortedSet() : one(name);
  }

  /** Adds or replaces a Binding that no policy made; it counts for singleton status return. */
  public void putBinding(String name, BindingSpec binding) {
    foreignBindings.put(name, binding);
  }

  public void removeBinding(String name) {
    foreignBindings.remove(name);
  }

  public SortedSet<String> put(Cluster cluster) {
    clusters.put(cluster.name(), cluster);
    return changed(state -> state.put(cluster));
  }

  public SortedSet<String> removeCluster(String name) {
    return clusters.remove(name) == null
        ? Collections.emptySortedSet()
        : changed(state -> state.removeCluster(name));
  }

  /** Adds or replaces an object. */
  public SortedSet<String> put(WorkloadObject object) {
    ObjectKey key = object.key();
    objects.put(key, object);
    byNamespace.computeIfAbsent(key.namespace(), _ -> new HashSet<>()).add(key);
    if (NeverDownsynced.refusal(object).isPresent()) {
      refused.add(key);
    } else {
      refused.remove(key);
    }
    SortedSet<String> changed = changed(state -> test(state, object));
    if (isNamespace(key)) {
      changed.addAll(relabel(key.name(), object.labels()));
    }
    return changed;
  }

  public SortedSet<String> remove(ObjectKey key) {
    if (objects.remove(key) == null) {
      return Collections.emptySortedSet();
    }
    refused.remove(key);
    Set<ObjectKey> siblings = byNamespace.getOrDefault(key.namespace(), Set.of());
    siblings.remove(key);
    if (siblings.isEmpty()) {
      byNamespace.remove(key.namespace());
    }
    SortedSet<String> changed = changed(state -> state.remove(key));
    if (isNamespace(key)) {
      changed.addAll(relabel(key.name(), null));
    }
    return changed;
  }

  private boolean test(PolicyState state, WorkloadObject object) {
    ObjectKey key = object.key();
    return refused.contains(key) ? state.remove(key) : state.put(object, labelsOf(key.namespace()));
  }

  private static boolean isNamespace(ObjectKey key) {
    return key.group().isEmpty() && key.resource().equals("namespaces");
  }

  private SortedSet<String> relabel(String namespace, @Nullable Map<String, String> labels) {
    Map<String, String> old = labelsOf(namespace);
    if (labels == null) {
      namespaceLabels.remove(namespace);
    } else {
      Map<String, String> all = new HashMap<>(labels);
      all.put(NAMESPACE_NAME_LABEL, namespace);
      namespaceLabels.put(namespace, all);
    }
    Map<String, String> now = labelsOf(namespace);
    SortedSet<String> changed = new TreeSet<>();
    if (!now.equals(old)) {
      for (ObjectKey key : byNamespace.getOrDefault(namespace, Set.of())) {
        WorkloadObject object = objects.get(key);
        policies.forEach((name, state) -> {
          if (object != null && state.policy.readsNamespaceLabels() && test(state, object)) {
            changed.add(name);
          }
        });
      }
    }
    return changed;
  }

  private Map<String, String> labelsOf(String namespace) {
    Map<String, String> labels = namespaceLabels.get(namespace);
    return labels == null ? Map.of(NAMESPACE_NAME_LABEL, namespace) : labels;
  }

  /** Whether a change touched one policy's Binding. */
  private interface Change {
    boolean apply(PolicyState state);
  }

  private SortedSet<String> changed(Change change) {
    SortedSet<String> names = new TreeSet<>();
    policies.forEach((name, state) -> {
      if (change.apply(state)) {
        names.add(name);
      }
    });
    return names;
  }

  private static SortedSet<String> one(String name) {
    return new TreeSet<>(Set.of(name));
  }

  public SortedSet<String> policies() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(policies.keySet()));
  }

  /** The Binding of a policy; empty when there is no such policy. */
  public Optional<BindingSpec> binding(String policy) {
    return Optional.ofNullable(policies.get(policy)).map(PolicyState::binding);
  }

  /**
   * The policy as it is in force: the last good one. Where there never was one, the Binding of
   * before says more than the empty one that is made here.
   */
  public Optional<BindingPolicySpec> inForce(String policy) {
    return Optional.ofNullable(policies.get(policy))
        .filter(state -> !state.unusable)
        .map(state -> state.policy.policy().spec());
  }

  /** What is wrong with a policy. */
  public List<Problem> problems(String policy) {
    PolicyState state = policies.get(policy);
    return state == null ? List.of() : state.problems;
  }

  public Optional<WorkloadObject> object(ObjectKey key) {
    return Optional.ofNullable(objects.get(key));
  }

  public Optional<Cluster> cluster(String name) {
    return Optional.ofNullable(clusters.get(name));
  }

  /** How an object is sent by a policy; empty when the policy does not take it. */
  public Optional<Modulation> modulation(String policy, ObjectKey key) {
    return Optional.ofNullable(policies.get(policy)).map(state -> state.modulation(key));
  }

  /** The policies that take an object. */
  public SortedSet<String> policiesOf(ObjectKey key) {
    return changed(state -> state.modulation(key) != null);
  }

  /** Whether the object's status is returned into it, over all policies and Bindings. */
  public Singleton singleton(ObjectKey key) {
    boolean requested = false;
    SortedSet<String> qualified = new TreeSet<>();
    for (PolicyState state : policies.values()) {
      Modulation modulation = state.modulation(key);
      if (modulation != null && modulation.wantSingletonReportedState()) {
        requested = true;
        qualified.addAll(state.clusters());
      }
    }
    for (BindingSpec binding : foreignBindings.values()) {
      if (BindingReferences.modulation(binding, key)
          .filter(Modulation::wantSingletonReportedState)
          .isPresent()) {
        requested = true;
        qualified.addAll(binding.clusters());
      }
    }
    return new Singleton(requested, qualified);
  }

  /** Every object for which singleton status return is requested. */
  public SortedMap<ObjectKey, Singleton> singletons() {
    SortedSet<ObjectKey> asked = new TreeSet<>();
    policies.values().forEach(state -> state.collectSingletons(asked));
    for (BindingSpec binding : foreignBindings.values()) {
      BindingReferences.of(binding)
          .forEach((key, modulation) -> {
            if (modulation.wantSingletonReportedState()) {
              asked.add(key);
            }
          });
    }
    SortedMap<ObjectKey, Singleton> singletons = new TreeMap<>();
    asked.forEach(key -> singletons.put(key, singleton(key)));
    return singletons;
  }

  /** Why a policy takes an object or not; empty when there is no such policy or object. */
  public Optional<ObjectVerdict> why(String policy, ObjectKey key) {
    PolicyState state = policies.get(policy);
    WorkloadObject object = objects.get(key);
    return state == null || object == null
        ? Optional.empty()
        : Optional.of(state.policy.explain(object, labelsOf(key.namespace())));
  }

  /** Why a policy selects a cluster or not; empty when there is no such policy or cluster. */
  public Optional<ClusterVerdict> why(String policy, String cluster) {
    PolicyState state = policies.get(policy);
    Cluster found = clusters.get(cluster);
    return state == null || found == null
        ? Optional.empty()
        : Optional.of(state.policy.explain(found));
  }
}
