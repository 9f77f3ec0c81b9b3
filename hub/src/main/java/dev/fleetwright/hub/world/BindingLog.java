package dev.fleetwright.hub.world;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.matching.Need;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Decisions about bindings, as log lines with fields. Written when something changes. */
final class BindingLog {

  private static final Logger LOG = LoggerFactory.getLogger(BindingLog.class);

  private BindingLog() {}

  static void bound(BindingPlan plan, DesiredBinding binding) {
    Outcome outcome =
        plan.outcomes().stream()
            .filter(one -> one.need().equals(binding.need()))
            .findFirst()
            .orElse(null);
    fields(LOG.atInfo(), plan, binding.need(), outcome)
        .addKeyValue("chosenProvider", binding.provision().module())
        .addKeyValue("chosenVersion", binding.provision().offered().version())
        .log(binding.decision());
  }

  static void unresolved(BindingPlan plan) {
    for (Outcome.Unresolved outcome : plan.unresolvedRequired()) {
      fields(LOG.atWarn(), plan, outcome.need(), outcome)
          .log("nothing satisfies " + outcome.need().described());
    }
  }

  private static LoggingEventBuilder fields(
      LoggingEventBuilder line,
      BindingPlan plan,
      Need need,
      @org.jspecify.annotations.Nullable Outcome outcome) {
    Resolution resolution = plan.resolution();
    return line.addKeyValue("world", plan.key().name())
        .addKeyValue("namespace", plan.key().namespace())
        .addKeyValue("game", plan.world().spec().gameRef().name())
        .addKeyValue("consumerModule", need.consumer())
        .addKeyValue("capabilityId", need.capabilityId())
        .addKeyValue("scope", need.scope().toString())
        .addKeyValue("multiplicity", need.multiplicity().toString())
        .addKeyValue(
            "candidateCount",
            resolution == null || outcome == null ? 0 : resolution.candidates(outcome).size());
  }
}
