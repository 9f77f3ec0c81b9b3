package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts the conditions of a plan into the status that a world has. */
final class StatusMerge {

  private static final Set<String> OURS =
      Set.of(
          BindingPlan.MODULES_RESOLVED, BindingPlan.BINDINGS_RESOLVED, BindingPlan.NAME_CONFLICT);

  private StatusMerge() {}

  static WorldInstanceStatus merge(BindingPlan plan, Instant now) {
    WorldInstanceStatus before = CapabilityResolver.statusOf(plan.world());
    List<Condition> merged = new ArrayList<>();
    Set<String> placed = new HashSet<>();
    for (Condition old : before.conditions()) {
      Condition current = find(plan.conditions(), old.type());
      if (current != null && placed.add(old.type())) {
        merged.add(timed(current, old, now));
      } else if (current == null && !OURS.contains(old.type())) {
        merged.add(old);
      }
    }
    for (Condition current : plan.conditions()) {
      if (placed.add(current.type())) {
        merged.add(timed(current, null, now));
      }
    }
    return new WorldInstanceStatus(
        plan.world().metadata().generation(),
        plan.phase(),
        plan.message(),
        before.shardStatuses(),
        merged,
        before.clusters());
  }

  private static @Nullable Condition find(List<Condition> conditions, String type) {
    for (Condition condition : conditions) {
      if (condition.type().equals(type)) {
        return condition;
      }
    }
    return null;
  }

  private static Condition timed(Condition current, @Nullable Condition old, Instant now) {
    String since =
        old != null && old.status().equals(current.status()) && old.lastTransitionTime() != null
            ? old.lastTransitionTime()
            : now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new Condition(
        current.type(),
        current.status(),
        current.reason(),
        current.message(),
        current.observedGeneration(),
        since);
  }
}
