package dev.fleetwright.placement;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who gets what: one Binding per policy, by the policy's name.
 *
 * @param bindings one per policy, by name
 * @param singletons every object for which singleton status return is requested
 * @param problems by policy; the policies that are named here have an empty Binding
 */
public record Placement(
    SortedMap<String, BindingSpec> bindings,
    SortedMap<ObjectKey, Singleton> singletons,
    SortedMap<String, List<Problem>> problems) {

  static final BindingPolicySpec NOTHING = new BindingPolicySpec(List.of(), List.of());

  public Placement {
    bindings = Collections.unmodifiableSortedMap(new TreeMap<>(bindings));
    singletons = Collections.unmodifiableSortedMap(new TreeMap<>(singletons));
    problems = Collections.unmodifiableSortedMap(new TreeMap<>(problems));
  }

  /** Decides for all policies, clusters and objects at once. */
  public static Placement place(Policies policies, Inventory inventory, Objects objects) {
    return of(live(policies, inventory, objects));
  }

  /** The same decision, ready for questions and changes. */
  public static LivePlacement live(Policies policies, Inventory inventory, Objects objects) {
    LivePlacement live = new LivePlacement();
    // Namespaces first: each later change of their labels would test their objects again.
    List<WorkloadObject> namespaced = new ArrayList<>();
    for (WorkloadObject object : objects.objects()) {
      if (object.key().isNamespaced()) {
        namespaced.add(object);
      } else {
        live.put(object);
      }
    }
    namespaced.forEach(live::put);
    inventory.clusters().forEach(live::put);
    policies.policies().forEach(live::put);
    return live;
  }

  private static Placement of(LivePlacement live) {
    SortedMap<String, BindingSpec> bindings = new TreeMap<>();
    SortedMap<String, List<Problem>> problems = new TreeMap<>();
    for (String policy : live.policies()) {
      live.binding(policy).ifPresent(binding -> bindings.put(policy, binding));
      if (!live.problems(policy).isEmpty()) {
        problems.put(policy, live.problems(policy));
      }
    }
    return new Placement(bindings, live.singletons(), problems);
  }
}
