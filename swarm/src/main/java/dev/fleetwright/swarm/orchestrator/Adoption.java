package dev.fleetwright.swarm.orchestrator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.plan.StartOrder;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Commands that somebody else sends to a swarm that runs alone. They are made our own: stored, sent
 * again under their key, and ended once, whatever becomes of the sender.
 */
final class Adoption {

  private static final int MOST_REASONS = 20;

  private static final Outcome.Failure CONFLICT =
      new Outcome.Failure(
          "idempotency-conflict",
          "this idempotencyKey was used before with other args",
          "validate",
          false);

  private final OrchestratorTurn turn;

  Adoption(OrchestratorTurn turn) {
    this.turn = turn;
  }

  /** Whether a signal may bring a swarm that runs alone into being. */
  static boolean mayCreate(Envelope.Signal signal) {
    return signal.signal() == SignalName.SWARM_CREATE
        && signal.args() != null
        && signal.args().has("plan");
  }

  /** A swarm of a world follows its world and nobody else. */
  boolean concerns(Envelope.Signal signal) {
    boolean known = turn.plan != null || find(signal.signal(), signal.idempotencyKey()).isPresent();
    return turn.desire == null && (known || mayCreate(signal));
  }

  /** Nobody but us can answer; one outcome, stored, and told again for the same key. */
  void orphaned(Envelope.Signal signal) {
    Optional<EndedOperation> done = find(signal.signal(), signal.idempotencyKey());
    if (done.isEmpty()) {
      turn.operations.refuse(
          operation(signal),
          new Outcome.Failure(
              "unknown-swarm",
              "there is no swarm " + turn.swarmId + "; create it first",
              "validate",
              false));
    } else if (!sameArgs(done.get().operation(), signal)) {
      refuse(signal, CONFLICT);
    } else {
      turn.announcements.replayed(done.get(), signal.correlationId());
    }
  }

  private void refuse(Envelope.Signal signal, Outcome.Failure failure) {
    turn.announcements.refused(
        signal.signal(), signal.correlationId(), signal.idempotencyKey(), failure);
  }

  void received(Envelope.Signal signal) {
    Operation current = turn.operation;
    if (current != null && isSame(current, signal)) {
      if (sameArgs(current, signal)) {
        turn.answering = signal.correlationId();
      } else {
        conflict(signal);
      }
      return;
    }
    Optional<EndedOperation> done = find(signal.signal(), signal.idempotencyKey());
    if (done.isPresent()) {
      replay(done.get(), signal);
    } else if (signal.signal() == SignalName.SWARM_CREATE) {
      create(signal);
    } else {
      adopt(signal);
    }
  }

  private static boolean isSame(Operation operation, Envelope.Signal signal) {
    return operation.command().signal() == signal.signal()
        && operation.idempotencyKey().equals(signal.idempotencyKey());
  }

  private static boolean sameArgs(Operation operation, Envelope.Signal signal) {
    return Json.digest(operation.args()).equals(Json.digest(signal.args()));
  }

  private Optional<EndedOperation> find(SignalName signal, String key) {
    return turn.ended.stream()
        .filter(done -> done.operation().adopted())
        .filter(done -> done.operation().command().signal() == signal)
        .filter(done -> done.operation().idempotencyKey().equals(key))
        .findFirst();
  }

  /** The controller answers for its own commands; only creations are answered here. */
  private void replay(EndedOperation done, Envelope.Signal signal) {
    if (signal.signal() != SignalName.SWARM_CREATE) {
      return;
    }
    if (!sameArgs(done.operation(), signal)) {
      conflict(signal);
      return;
    }
    switch (done.outcome()) {
      case Outcome.Success _ ->
          turn.announcements.created(signal.correlationId(), signal.idempotencyKey());
      case Outcome.Failure failure ->
          turn.announcements.notCreated(signal.correlationId(), signal.idempotencyKey(), failure);
    }
  }

  private void conflict(Envelope.Signal signal) {
    if (signal.signal() == SignalName.SWARM_CREATE) {
      refuse(signal, CONFLICT);
    }
  }

  private void create(Envelope.Signal signal) {
    Operation created = operation(signal);
    JsonNode args = signal.args() == null ? JsonNodeFactory.instance.objectNode() : signal.args();
    switch (checked(args)) {
      case Checked.Invalid<SwarmPlan>(List<Problem> problems) ->
          turn.operations.refuse(created, invalid(problems));
      case Checked.Valid<SwarmPlan>(SwarmPlan wanted) -> {
        ObjectNode json = wanted.toJson();
        String where = args.hasNonNull("cluster") ? args.get("cluster").asText() : null;
        boolean other =
            turn.plan != null && (!turn.plan.equals(json) || movesFrom(turn.cluster, where));
        if (other) {
          turn.operations.refuse(
              created,
              new Outcome.Failure(
                  "already-exists",
                  "the swarm "
                      + turn.swarmId
                      + " exists with another plan; send swarm-template to change it",
                  "validate",
                  false));
          return;
        }
        supersede(signal);
        turn.plan = json;
        turn.cluster = where == null ? turn.cluster : where;
        turn.operation = created;
        turn.attempts = 0;
        turn.answering = signal.correlationId();
        turn.nextAttemptAt = null;
        turn.operations.tick();
      }
    }
  }

  private static boolean movesFrom(@Nullable String is, @Nullable String wanted) {
    return wanted != null && !Objects.equals(is, wanted);
  }

  /** What was sent to the controller already is only watched over from here. */
  private void adopt(Envelope.Signal signal) {
    supersede(signal);
    if (signal.signal() == SignalName.SWARM_TEMPLATE
        && signal.args() != null
        && signal.args().has("plan")
        && checked(signal.args()) instanceof Checked.Valid<SwarmPlan>(SwarmPlan wanted)) {
      turn.plan = wanted.toJson();
      deliver();
    }
    turn.operations.doubt(signal.signal());
    turn.operation = operation(signal);
    turn.answering = signal.correlationId();
    turn.attempts = 1;
    turn.nextAttemptAt = turn.now.plus(turn.settings.resendAfter(1));
  }

  private void supersede(Envelope.Signal by) {
    Operation current = turn.operation;
    if (current != null) {
      turn.operations.end(
          current,
          new Outcome.Failure(
              "superseded",
              "a newer command, " + by.signal().text() + ", took its place",
              "execute",
              false));
    }
  }

  private Operation operation(Envelope.Signal signal) {
    Command command =
        signal.signal() == SignalName.SWARM_TEMPLATE
            ? new Command(
                SignalName.SWARM_TEMPLATE,
                signal.args() != null
                        && checked(signal.args())
                            instanceof Checked.Valid<SwarmPlan>(SwarmPlan wanted)
                    ? wanted.template()
                    : null)
            : Command.of(signal.signal());
    return new Operation(
        command,
        turn.sequence,
        signal.idempotencyKey(),
        signal.correlationId(),
        turn.now,
        turn.now.plus(turn.settings.timeFor(signal.signal())),
        true,
        signal.args());
  }

  /** Says again what is to be in the mailbox; nothing happens when it is there. */
  void deliver() {
    ObjectNode json = turn.plan;
    if (json != null && SwarmPlan.of(json) instanceof Checked.Valid<SwarmPlan>(SwarmPlan wanted)) {
      turn.effects.add(new OrchestratorEffect.Deliver(turn.swarmId, wanted, turn.cluster));
    }
  }

  void undeliverable(Problem reason) {
    Operation current = turn.operation;
    if (current != null
        && current.adopted()
        && current.command().signal() == SignalName.SWARM_CREATE) {
      turn.plan = null;
      turn.cluster = null;
      turn.operations.end(
          current, new Outcome.Failure(reason.code(), reason.message(), "deliver", false));
    }
  }

  private Checked<SwarmPlan> checked(JsonNode args) {
    JsonNode json = args.get("plan");
    if (json == null) {
      return Checked.invalid(
          new Problem("missing-field", "plan", "args.plan is missing", "send the plan"));
    }
    return switch (SwarmPlan.of(json)) {
      case Checked.Invalid<SwarmPlan> invalid -> invalid;
      case Checked.Valid<SwarmPlan>(SwarmPlan wanted) -> {
        List<Problem> problems = new ArrayList<>(wanted.obstacles(turn.swarmId));
        if (wanted.order() instanceof StartOrder.Cycle cycle) {
          problems.add(
              new Problem(
                  "cyclic-plan",
                  "bees",
                  "no component of this cycle can start first: " + cycle.text(),
                  "take a queue out of the cycle"));
        }
        yield problems.isEmpty() ? Checked.valid(wanted) : Checked.invalid(problems);
      }
    };
  }

  private static Outcome.Failure invalid(List<Problem> problems) {
    var reasons = JsonNodeFactory.instance.arrayNode();
    problems.stream()
        .limit(MOST_REASONS)
        .forEach(problem ->
            reasons
                .addObject()
                .put("code", problem.code())
                .put("path", problem.path())
                .put("message", problem.message()));
    Problem first = problems.getFirst();
    return new Outcome.Failure(
        first.code().equals("cyclic-plan") ? "cyclic-plan" : "invalid-plan",
        (first.path().isEmpty() ? "" : first.path() + ": ")
            + first.message()
            + (problems.size() > 1 ? ", and " + (problems.size() - 1) + " more" : ""),
        "validate",
        false,
        reasons,
        null);
  }
}
