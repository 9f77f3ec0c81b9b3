package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import org.jspecify.annotations.Nullable;

/**
 * The state that a swarm is to be led to.
 *
 * @param template what it is made from; not needed to remove it
 */
public record Desire(RunState run, @Nullable TemplateRef template) {

  public Desire {
    if (run == RunState.PROVISIONED) {
      throw new IllegalArgumentException("desire Running, Stopped or Removed");
    }
    if (run != RunState.REMOVED && template == null) {
      throw new IllegalArgumentException(run.text() + " needs a template");
    }
  }

  public static Desire running(TemplateRef template) {
    return new Desire(RunState.RUNNING, template);
  }

  public static Desire stopped(TemplateRef template) {
    return new Desire(RunState.STOPPED, template);
  }

  public static Desire removed() {
    return new Desire(RunState.REMOVED, null);
  }
}
