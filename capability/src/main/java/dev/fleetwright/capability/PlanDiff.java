package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.capability.matching.Need;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two plans of one world: what a changed manifest would rebind.
 *
 * @param before phase of the first plan; null when the world is new
 * @param after phase of the second plan; null when the world is gone
 */
public record PlanDiff(
    ObjectKey world,
    @Nullable WorldPhase before,
    @Nullable WorldPhase after,
    List<Change> changes) {

  public PlanDiff {
    changes = List.copyOf(changes);
  }

  /** One difference. */
  public sealed interface Change {

    Need need();

    /** A binding that was not there. */
    record Added(DesiredBinding binding) implements Change {
      @Override
      public Need need() {
        return binding.need();
      }
    }

    /** A binding that is no longer wanted. */
    record Removed(DesiredBinding binding) implements Change {
      @Override
      public Need need() {
        return binding.need();
      }
    }

    /** A binding whose provider, its version, or the requirement changed. */
    record Rebound(DesiredBinding from, DesiredBinding to) implements Change {
      @Override
      public Need need() {
        return to.need();
      }

      /** Whether another module provides now. */
      public boolean changesProvider() {
        return !from.provision().module().equals(to.provision().module());
      }

      /** Whether another version is provided now. */
      public boolean changesVersion() {
        return !from.provision().offered().version().equals(to.provision().offered().version());
      }
    }

    /** A requirement that nothing satisfies any more, or that came unsatisfied. */
    record Lost(Need need) implements Change {}

    /** A requirement that was not satisfied before and is gone or satisfied now. */
    record Settled(Need need) implements Change {}
  }

  public boolean isEmpty() {
    return changes.isEmpty() && before == after;
  }

  /** Plans of many worlds; worlds without a difference are left out. */
  public static List<PlanDiff> between(
      Collection<BindingPlan> before, Collection<BindingPlan> after) {
    SortedMap<ObjectKey, @Nullable BindingPlan[]> worlds = new TreeMap<>();
    before.forEach(plan -> pair(worlds, plan)[0] = plan);
    after.forEach(plan -> pair(worlds, plan)[1] = plan);
    List<PlanDiff> diffs = new ArrayList<>();
    worlds.forEach((world, pair) -> {
      PlanDiff diff = between(world, pair[0], pair[1]);
      if (!diff.isEmpty()) {
        diffs.add(diff);
      }
    });
    return diffs;
  }

  private static @Nullable BindingPlan[] pair(
      SortedMap<ObjectKey, @Nullable BindingPlan[]> worlds, BindingPlan plan) {
    return worlds.computeIfAbsent(plan.key(), _ -> new @Nullable BindingPlan[2]);
  }

  /** Two plans of one world. */
  public static PlanDiff between(BindingPlan before, BindingPlan after) {
    return between(after.key(), before, after);
  }

  private static PlanDiff between(
      ObjectKey world, @Nullable BindingPlan before, @Nullable BindingPlan after) {
    SortedMap<String, DesiredBinding> from = byName(before);
    SortedMap<String, DesiredBinding> to = byName(after);
    List<Change> changes = new ArrayList<>();
    from.forEach((name, old) -> {
      DesiredBinding current = to.get(name);
      if (current == null) {
        changes.add(new Change.Removed(old));
      } else if (!old.spec().equals(current.spec())) {
        changes.add(new Change.Rebound(old, current));
      }
    });
    to.forEach((name, current) -> {
      if (!from.containsKey(name)) {
        changes.add(new Change.Added(current));
      }
    });
    SortedMap<String, Need> openBefore = open(before);
    SortedMap<String, Need> openAfter = open(after);
    openAfter.forEach((identity, need) -> {
      if (!openBefore.containsKey(identity)) {
        changes.add(new Change.Lost(need));
      }
    });
    openBefore.forEach((identity, need) -> {
      if (!openAfter.containsKey(identity)) {
        changes.add(new Change.Settled(need));
      }
    });
    return new PlanDiff(
        world,
        before == null ? null : before.phase(),
        after == null ? null : after.phase(),
        changes);
  }

  private static SortedMap<String, DesiredBinding> byName(@Nullable BindingPlan plan) {
    SortedMap<String, DesiredBinding> byName = new TreeMap<>();
    if (plan != null) {
      plan.desired().forEach(binding -> byName.put(binding.name(), binding));
    }
    return byName;
  }

  /** Requirements without a binding, broken ones too. */
  private static SortedMap<String, Need> open(@Nullable BindingPlan plan) {
    SortedMap<String, Need> open = new TreeMap<>();
    if (plan != null) {
      for (Outcome outcome : plan.outcomes()) {
        if (!(outcome instanceof Outcome.Bound)) {
          Need need = outcome.need();
          open.put(
              need.consumer()
                  + "\n"
                  + need.capabilityId()
                  + "\n"
                  + need.scope()
                  + "\n"
                  + need.multiplicity(),
              need);
        }
      }
    }
    return open;
  }
}
