package dev.fleetwright.hub.placement;

import dev.fleetwright.api.Binding;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.BindingPolicyStatus;
import dev.fleetwright.placement.kinds.BindingStatus;
import dev.fleetwright.placement.kinds.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The status of a BindingPolicy. A pure function. */
final class PolicyStatuses {

  private PolicyStatuses() {}

  /**
   * The status that a policy should have.
   *
   * @param problems of the policy as it is written
   * @param troubles with making its Binding
   * @param collectors what is wrong with the collectors that it names, by name
   * @param binding as it is now; null when there is none
   */
  static BindingPolicyStatus of(
      @Nullable BindingPolicyStatus before,
      long generation,
      List<Problem> problems,
      List<String> troubles,
      SortedMap<String, String> collectors,
      @Nullable Binding binding,
      Instant now) {
    Conditions conditions =
        new Conditions(before == null ? List.of() : before.conditions(), generation, now);
    long mistakes = problems.stream().filter(Problem::isError).count();
    if (mistakes == 0) {
      conditions.add(Conditions.READY, Conditions.TRUE, "PolicyValid", "the policy is in force");
    } else {
      conditions.add(
          Conditions.READY,
          Conditions.FALSE,
          "InvalidPolicy",
          "the policy has "
              + (mistakes == 1 ? "a mistake" : mistakes + " mistakes")
              + "; what was placed before stays");
    }
    synced(conditions, troubles, binding);
    if (collectors.isEmpty()) {
      conditions.add(
          Conditions.COLLECTORS, Conditions.TRUE, "AllAvailable", "all collectors can be used");
    } else {
      conditions.add(
          Conditions.COLLECTORS,
          Conditions.FALSE,
          "NotAvailable",
          String.join("; ", collectors.values()));
    }
    List<String> errors = new ArrayList<>();
    problems.forEach(problem -> errors.add(Conditions.line(problem)));
    errors.addAll(troubles);
    errors.addAll(collectors.values());
    if (binding != null && binding.getStatus() != null) {
      errors.addAll(binding.getStatus().errors());
    }
    return new BindingPolicyStatus(conditions.all(), generation, Conditions.shortened(errors));
  }

  private static void synced(
      Conditions conditions, List<String> troubles, @Nullable Binding binding) {
    if (!troubles.isEmpty()) {
      conditions.add(
          Conditions.SYNCED, Conditions.FALSE, "NotEverythingPlaced", String.join("; ", troubles));
      return;
    }
    BindingStatus status = binding == null ? null : binding.getStatus();
    Optional<Condition> synced =
        status == null
            ? Optional.empty()
            : Conditions.find(status.conditions(), Conditions.SYNCED)
                .filter(_ -> isCurrent(binding, status));
    synced.ifPresentOrElse(
        condition ->
            conditions.add(
                Conditions.SYNCED,
                condition.status(),
                condition.reason() == null ? "Synced" : condition.reason(),
                condition.message() == null ? "" : condition.message()),
        () ->
            conditions.add(
                Conditions.SYNCED, Conditions.UNKNOWN, "Delivering", "works are being written"));
  }

  private static boolean isCurrent(@Nullable Binding binding, BindingStatus status) {
    return binding != null
        && status.observedGeneration() != null
        && status.observedGeneration().equals(binding.getMetadata().getGeneration());
  }
}
