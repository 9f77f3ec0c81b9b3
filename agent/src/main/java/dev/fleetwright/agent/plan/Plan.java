package dev.fleetwright.agent.plan;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What to do for a work, in this order: write the inventory, take the steps, do the removals.
 *
 * @param halted manifests of which nothing may be there in this mode
 */
public record Plan(
    Inventory inventory,
    List<Step> steps,
    List<Removal> removals,
    List<Refusal> refusals,
    List<Integer> halted) {

  public Plan {
    steps = List.copyOf(steps);
    removals = List.copyOf(removals);
    refusals = List.copyOf(refusals);
    halted = List.copyOf(halted);
  }

  /** The objects that another work applies. */
  public Set<ObjectId> shared() {
    return steps.stream()
        .filter(Step.Share.class::isInstance)
        .map(Step::id)
        .collect(Collectors.toSet());
  }
}
