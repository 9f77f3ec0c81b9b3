package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.fleetwright.api.SwarmRecord;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.store.RecordJson;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The records of all swarms, of both sides. */
final class Commands {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, OrchestratorRecord> orchestrators = new TreeMap<>();
  private final Map<String, ControllerRecord> controllers = new TreeMap<>();

  static Commands read(Bed bed) {
    Commands commands = new Commands();
    for (SwarmRecord object :
        bed.hub().resources(SwarmRecord.class).inAnyNamespace().list().getItems()) {
      JsonNode status = JSON.<JsonNode>valueToTree(object.getStatus().getValue());
      String swarm = object.getSpec().swarmId();
      if (object.getSpec().role().equals(Actor.ORCHESTRATOR.text())) {
        assertThat(orchestrators(commands, swarm, status)).as("one record of " + swarm).isTrue();
      } else {
        assertThat(controllers(commands, swarm, status)).as("one record of " + swarm).isTrue();
      }
    }
    return commands;
  }

  private static boolean orchestrators(Commands into, String swarm, JsonNode status) {
    return into.orchestrators.put(swarm, RecordJson.read(status, OrchestratorRecord.class)) == null;
  }

  private static boolean controllers(Commands into, String swarm, JsonNode status) {
    return into.controllers.put(swarm, RecordJson.read(status, ControllerRecord.class)) == null;
  }

  boolean isQuiet() {
    return orchestrators.values().stream().allMatch(record -> record.operation() == null)
        && controllers.values().stream().allMatch(record -> record.command() == null);
  }

  int count() {
    return orchestrators.values().stream().mapToInt(record -> record.ended().size()).sum();
  }

  /** Every command has one outcome, the same on both sides, and the last one is what is wanted. */
  void check(Map<String, Boolean> worlds) {
    orchestrators.forEach((swarm, record) -> {
      assertThat(record.operation()).as("under way at " + swarm).isNull();
      List<String> keys =
          record.ended().stream().map(ended -> ended.operation().idempotencyKey()).toList();
      assertThat(keys).as("one outcome for each command of " + swarm).doesNotHaveDuplicates();
      checkBothSides(swarm, record);
      Boolean run = worlds.get(swarm.split("_", -1)[1]);
      RunState wanted = run == null ? RunState.REMOVED : run ? RunState.RUNNING : RunState.STOPPED;
      assertThat(record.confirmedRun()).as("what was confirmed by " + swarm).isEqualTo(wanted);
    });
  }

  private void checkBothSides(String swarm, OrchestratorRecord record) {
    ControllerRecord controller = controllers.get(swarm);
    if (controller == null) {
      assertThat(record.ended())
          .as("confirmed by a controller that has no record: " + swarm)
          .noneMatch(Commands::isConfirmedByController);
      return;
    }
    assertThat(controller.command()).as("in work at " + swarm).isNull();
    List<String> keys =
        controller.ended().stream().map(ended -> ended.key().idempotencyKey()).toList();
    assertThat(keys)
        .as("one effect of each command of " + swarm)
        .hasSize(new HashSet<>(keys).size());
    for (EndedOperation ended : record.ended()) {
      if (isConfirmedByController(ended)) {
        assertThat(controller.ended())
            .as("the confirmed " + ended.operation() + " of " + swarm)
            .anyMatch(other ->
                other.key().idempotencyKey().equals(ended.operation().idempotencyKey())
                    && other.outcome().succeeded());
      }
    }
  }

  private static boolean isConfirmedByController(EndedOperation ended) {
    return ended.outcome().succeeded()
        && ended.operation().command().signal() != SignalName.SWARM_CREATE;
  }
}
