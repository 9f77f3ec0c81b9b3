package dev.fleetwright.hub.world;

import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import java.time.InstantSource;

/** Carries out a plan of bindings, and tells in their status where providers answer. */
final class BindingStage {

  private final Caches caches;
  private final Writer writer;
  private final InstantSource clock;

  BindingStage(Caches caches, Writer writer, InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.clock = clock;
  }

  /** Applies what is desired and deletes what is not any more. */
  void apply(BindingPlan plan) {
    for (DesiredBinding desired : plan.writes()) {
      var _ =
          writer.apply(Domain.object(desired.object()), CapabilityBinding.class, caches.bindings());
      BindingLog.bound(plan, desired);
    }
    if (!plan.events().isEmpty()) {
      BindingLog.unresolved(plan);
    }
    for (var stale : plan.stale()) {
      CapabilityBinding object =
          caches.bindings().get(plan.key().namespace(), stale.metadata().name());
      if (object != null) {
        writer.delete(object);
      }
    }
  }

  void report(BindingPlan plan, Providers providers) {
    for (DesiredBinding desired : plan.desired()) {
      CapabilityBinding object = caches.bindings().get(plan.key().namespace(), desired.name());
      if (object == null || desired.action() == DesiredBinding.Action.REFUSE) {
        continue;
      }
      CapabilityBindingStatus status =
          providers
              .of(desired, object.getStatus())
              .status(desired, Domain.binding(object), clock.instant());
      if (!status.equals(object.getStatus())) {
        CapabilityBinding changed = new CapabilityBinding();
        changed.setMetadata(object.getMetadata());
        changed.setSpec(object.getSpec());
        changed.setStatus(status);
        var _ = writer.status(changed, CapabilityBinding.class, caches.bindings());
      }
    }
  }
}
