package dev.fleetwright.hub.world;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.Setback;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a world stands at one cluster.
 *
 * @param delivered what is in its mailbox; null when there is nothing to run
 * @param settled the cluster has confirmed what is desired, and nothing says otherwise since
 * @param phase one word
 * @param message why it is not settled, where that is known
 */
record ClusterState(
    String cluster,
    @Nullable TemplateRef delivered,
    boolean settled,
    String phase,
    @Nullable String message) {

  /**
   * @param complete every module has its chosen release, so what is not delivered is not meant to
   *     be
   */
  static ClusterState of(
      String cluster,
      @Nullable TemplateRef delivered,
      boolean complete,
      boolean shouldRun,
      Optional<SwarmView> seen) {
    if (delivered == null) {
      return complete
          ? new ClusterState(cluster, null, true, "Empty", null)
          : new ClusterState(cluster, null, false, "Waiting", "nothing is delivered yet");
    }
    Desire wanted = shouldRun ? Desire.running(delivered) : Desire.stopped(delivered);
    if (seen.isEmpty() || !wanted.equals(seen.get().desire())) {
      return new ClusterState(cluster, delivered, false, "Pending", "not told yet");
    }
    SwarmView view = seen.get();
    boolean fails = view.state() == SwarmState.FAILED || view.state() == SwarmState.DEGRADED;
    boolean settled = view.reached() && !fails;
    return new ClusterState(cluster, delivered, settled, phase(view, wanted), message(view));
  }

  private static String phase(SwarmView view, Desire wanted) {
    if (view.setback() != null) {
      return "Failed";
    }
    if (view.reached()) {
      return view.state() == SwarmState.UNKNOWN ? wanted.run().text() : view.state().text();
    }
    return view.state() == SwarmState.UNKNOWN
        ? wanted.run() == RunState.RUNNING ? "Provisioning" : "Stopping"
        : view.state().text();
  }

  private static @Nullable String message(SwarmView view) {
    if (view.contradiction() != null) {
      return view.contradiction().message();
    }
    Setback setback = view.setback();
    if (setback != null) {
      return setback.signal().text() + ": " + setback.code() + ": " + setback.message();
    }
    return view.underway() == null ? null : "waits for " + view.underway().text();
  }
}
