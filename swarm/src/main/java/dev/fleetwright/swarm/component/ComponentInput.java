package dev.fleetwright.swarm.component;

import dev.fleetwright.swarm.protocol.Message;
import org.jspecify.annotations.Nullable;

/** What can happen to a component. */
public sealed interface ComponentInput {

  /** It has been started or restarted. */
  record Started() implements ComponentInput {}

  record Received(Message message) implements ComponentInput {}

  /** The program is another way than before. */
  record Changed(ComponentState.Wellbeing wellbeing) implements ComponentInput {}

  /**
   * The program has dealt with settings.
   *
   * @param refusal why it did not take them; null when it runs with them
   */
  record Configured(String idempotencyKey, @Nullable String refusal) implements ComponentInput {}

  /** Time has passed. */
  record Tick() implements ComponentInput {}
}
