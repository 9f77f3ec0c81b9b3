package dev.fleetwright.swarm.component;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Message;

/** What is to be done after the record was saved, where one is kept. */
public sealed interface ComponentEffect {

  record Send(Message message) implements ComponentEffect {}

  /**
   * The program is to run with these settings, and to say so with {@link
   * ComponentInput.Configured}. The same may come again after a restart.
   *
   * @param config all settings, not only those that changed
   */
  record Configure(String idempotencyKey, boolean enabled, ObjectNode config)
      implements ComponentEffect {}

  /** The message is valid and not for this component: show it. */
  record Refuse(Message message, Problem reason) implements ComponentEffect {}
}
