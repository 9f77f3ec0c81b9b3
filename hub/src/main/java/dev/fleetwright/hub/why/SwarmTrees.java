package dev.fleetwright.hub.why;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.SwarmRecord;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.hub.world.Template;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** What was commanded to a swarm and how that ended, as trees. */
final class SwarmTrees {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private SwarmTrees() {}

  /** The swarm of this id, by what the orchestrator keeps about it. */
  static Tree of(String id, List<SwarmRecord> records, List<ManifestWork> works) {
    for (SwarmRecord record : records) {
      if (record.getSpec().swarmId().equals(id)
          && record.getSpec().role().equals(Actor.ORCHESTRATOR.text())
          && record.getStatus() != null) {
        return of(
            RecordJson.read(
                JSON.valueToTree(record.getStatus().getValue()), OrchestratorRecord.class),
            works);
      }
    }
    return Tree.leaf(works.isEmpty() ? "nothing to run" : "not told yet", Mark.WAITING);
  }

  private static String ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Success _ -> "confirmed";
      case Outcome.Failure failure -> "failed, " + failure.code() + ": " + failure.message();
    };
  }

  private static Tree of(OrchestratorRecord record, List<ManifestWork> works) {
    List<Tree> children = new ArrayList<>();
    List<EndedOperation> ended = record.ended();
    for (EndedOperation operation : ended.subList(Math.max(0, ended.size() - 5), ended.size())) {
      children.add(
          Tree.leaf(
              operation.endedAt().truncatedTo(ChronoUnit.SECONDS)
                  + " "
                  + operation.operation().command().signal().text()
                  + ": "
                  + ending(operation.outcome()),
              Mark.NOTE));
    }
    if (record.contradiction() != null) {
      children.add(
          Tree.toDo(
              "somebody else commands this swarm; say what you want in spec.desiredState of the"
                  + " world"));
      return new Tree(record.contradiction().message(), Mark.BAD, children);
    }
    if (record.setback() != null) {
      works.stream()
          .findFirst()
          .ifPresent(work ->
              children.add(
                  Tree.toDo(
                      "fleetwright why work/"
                          + work.getMetadata().getName()
                          + " -n "
                          + work.getMetadata().getNamespace()
                          + ", or fleetwright swarm status "
                          + record.swarmId())));
      return new Tree(
          record.setback().signal().text() + " failed: " + record.setback().message(),
          Mark.BAD,
          children);
    }
    if (record.operation() != null) {
      return new Tree(
          "waits for " + record.operation().command().signal().text(), Mark.WAITING, children);
    }
    boolean current =
        Template.delivered(works)
            .map(template -> template.hash().equals(record.confirmedTemplate()))
            .orElse(true);
    String run =
        record.confirmedRun() == null ? "nothing is confirmed" : record.confirmedRun().text();
    return new Tree(
        current ? run : run + ", with an older work",
        current && record.confirmedRun() != null ? Mark.OK : Mark.WAITING,
        children);
  }
}
