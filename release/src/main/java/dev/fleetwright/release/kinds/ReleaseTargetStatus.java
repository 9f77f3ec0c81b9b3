package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known about a target. */
public record ReleaseTargetStatus(
    @JsonPropertyDescription("The release that runs there.") @Nullable String current,
    @JsonPropertyDescription("Deployments to it, in any order.") List<HistoryEntry> history,
    @JsonPropertyDescription("Measured values.") List<HealthEntry> health,
    @JsonPropertyDescription("The last decision.") @Nullable DecisionEntry decision,
    @JsonPropertyDescription("Decisions before it, the latest last, at most 10; without reasons.")
        List<DecisionEntry> decisions) {

  public ReleaseTargetStatus {
    history = Copies.of(history);
    health = Copies.of(health);
    decisions = Copies.of(decisions);
  }
}
