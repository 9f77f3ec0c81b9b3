package dev.fleetwright.swarm.component;

import dev.fleetwright.swarm.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One component: a function of its state, an input and the time. Its control plane is on whether it
 * is enabled or not.
 */
public final class ComponentMachine {

  private final ComponentSettings settings;
  private final Ids ids;

  public ComponentMachine(ComponentSettings settings, Ids ids) {
    this.settings = settings;
    this.ids = ids;
  }

  public ComponentStep apply(ComponentState state, ComponentInput input, Instant now) {
    ComponentTurn turn = new ComponentTurn(settings, ids, state, now);
    switch (input) {
      case ComponentInput.Started() -> turn.started();
      case ComponentInput.Received(var message) -> turn.received(message);
      case ComponentInput.Changed(var wellbeing) -> turn.changed(wellbeing);
      case ComponentInput.Configured(String key, String refusal) -> turn.configured(key, refusal);
      case ComponentInput.Tick() -> {}
    }
    return turn.finish();
  }

  /** When the next {@link ComponentInput.Tick} is due; never without a heartbeat. */
  public Optional<Instant> nextWake(ComponentState state) {
    ComponentState.Sent sent = state.lastSent();
    Duration heartbeat = settings.heartbeat();
    return sent == null || heartbeat.isZero()
        ? Optional.empty()
        : Optional.of(sent.at().plus(heartbeat));
  }
}
