package dev.fleetwright.cli.swarm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.api.swarm.SwarmRecords;
import dev.fleetwright.capability.kinds.DesiredState;
import dev.fleetwright.cli.bus.Bus;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.StoredRecord;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A command on a swarm of a world. Its world's desiredState is the only truth about it, so that is
 * what is changed; the orchestrator sends the signals.
 */
final class WorldCommand {

  /** What a command means for a world. */
  sealed interface Wish {

    record State(DesiredState state) implements Wish {}

    record Refused(Problem problem) implements Wish {}
  }

  private final ServerOptions server;
  private final Report report;
  private final SwarmId swarm;
  private final SignalName signal;
  private final DesiredState state;

  WorldCommand(
      ServerOptions server, Report report, SwarmId swarm, SignalName signal, DesiredState state) {
    this.server = server;
    this.report = report;
    this.swarm = swarm;
    this.signal = signal;
    this.state = state;
  }

  int run(boolean noWait, Duration timeout) throws IOException, InterruptedException {
    try (KubernetesClient client = server.kubernetes();
        Bus bus = Bus.listening(server.broker(), Bus.EVERYTHING)) {
      Resource<WorldInstance> world =
          client
              .resources(WorldInstance.class)
              .inNamespace(swarm.namespace())
              .withName(swarm.world());
      WorldInstance found = world.get();
      if (found == null) {
        throw new IOException(
            "there is no world " + swarm.world() + " in namespace " + swarm.namespace());
      }
      if (isReached(client) && wanted(found) == state) {
        report.already(state.toString());
        return ExitCode.YES;
      }
      world.patch(
          PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"desiredState\":\"" + state + "\"}}");
      report.note(
          "world "
              + swarm.namespace()
              + "/"
              + swarm.world()
              + ": desiredState "
              + state
              + ", on all its clusters");
      if (noWait) {
        report.notWaited();
        return ExitCode.YES;
      }
      // The orchestrator repeats what is lost; there is nothing to send again from here.
      Confirmations confirmations =
          new Confirmations(bus, report, swarm.toString(), signal, null, () -> {});
      return confirmations.await(timeout) ? ExitCode.YES : ExitCode.NO;
    }
  }

  private static @Nullable DesiredState wanted(WorldInstance world) {
    return world.getSpec() == null
        ? null
        : world.getSpec().shouldRun() ? DesiredState.RUNNING : DesiredState.STOPPED;
  }

  private boolean isReached(KubernetesClient client) throws IOException {
    JsonNode record =
        new SwarmRecords(client, HubConfig.NAMESPACE)
            .load(new RecordId(Actor.ORCHESTRATOR, swarm.toString()))
            .map(StoredRecord::content)
            .orElse(null);
    return record != null
        && record.path("confirmedRun").asText().equals(state.toString())
        && record.path("desire").path("run").asText().equals(state.toString())
        && !record.hasNonNull("operation")
        && !record.hasNonNull("contradiction");
  }
}
