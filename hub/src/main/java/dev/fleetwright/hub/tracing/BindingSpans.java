package dev.fleetwright.hub.tracing;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import org.jspecify.annotations.Nullable;

/** What the span of a world's reconcile tells about its bindings. */
public final class BindingSpans {

  private BindingSpans() {}

  /** Adds the world's attributes, and a span below for the choice of each requirement. */
  public static void add(Tracer tracer, BindingPlan plan) {
    Tracer.Running reconcile = Tracer.current();
    Resolution resolution = plan.resolution();
    if (reconcile == null) {
      return;
    }
    reconcile
        .with("world", plan.key().name())
        .with("namespace", plan.key().namespace())
        .with("game", plan.world().spec().gameRef().name())
        .with("desiredBindings", plan.desired().size());
    if (resolution != null) {
      plan.outcomes().forEach(outcome -> choice(tracer, outcome, resolution));
    }
  }

  private static void choice(Tracer tracer, Outcome outcome, Resolution resolution) {
    try (Tracer.@Nullable Running span = tracer.begin("select provider")) {
      if (span == null) {
        return;
      }
      span.with("consumerModule", outcome.need().consumer())
          .with("capabilityId", outcome.need().capabilityId())
          .with("scope", outcome.need().scope().toString())
          .with("candidateCount", resolution.candidates(outcome).size());
      if (outcome instanceof Outcome.Bound bound) {
        span.with(
            "chosenProvider",
            String.join(", ", bound.providers().stream().map(p -> p.module()).toList()));
      }
    }
  }
}
