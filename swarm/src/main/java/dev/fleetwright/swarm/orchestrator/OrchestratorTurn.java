package dev.fleetwright.swarm.orchestrator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One input on its way through an orchestrator: the state as it is being changed, and the effects
 * so far. Lives for one call; the classes around it each know one part of what is to be done.
 */
final class OrchestratorTurn {

  final OrchestratorSettings settings;
  final Ids ids;
  final Instant now;
  final String swarmId;
  final List<OrchestratorEffect> effects = new ArrayList<>();

  @Nullable Desire desire;
  @Nullable ObjectNode plan;
  @Nullable String cluster;
  long sequence;
  boolean controllerUp;
  boolean provisioned;
  @Nullable String confirmedTemplate;
  @Nullable RunState confirmedRun;
  @Nullable Operation operation;
  @Nullable Setback setback;
  @Nullable Contradiction contradiction;
  List<EndedOperation> ended;
  List<Outgoing> outbox;

  Envelope.@Nullable Aggregate observed;
  @Nullable Instant observedAt;
  int attempts;
  @Nullable Instant nextAttemptAt;
  @Nullable String probe;
  @Nullable String answering;

  final Announcements announcements = new Announcements(this);
  final Operations operations = new Operations(this);
  final Desires desires = new Desires(this);
  final Adoption adoption = new Adoption(this);
  private final Observation observation = new Observation(this);

  OrchestratorTurn(OrchestratorSettings settings, Ids ids, OrchestratorState state, Instant now) {
    this.settings = settings;
    this.ids = ids;
    this.now = now;
    OrchestratorRecord record = state.record();
    this.swarmId = record.swarmId();
    this.desire = record.desire();
    this.plan = record.plan();
    this.cluster = record.cluster();
    this.sequence = record.sequence();
    this.controllerUp = record.controllerUp();
    this.provisioned = record.provisioned();
    this.confirmedTemplate = record.confirmedTemplate();
    this.confirmedRun = record.confirmedRun();
    this.operation = record.operation();
    this.setback = record.setback();
    this.contradiction = record.contradiction();
    this.ended = record.ended();
    this.outbox = record.outbox();
    this.observed = state.observed();
    this.observedAt = state.observedAt();
    this.attempts = state.attempts();
    this.nextAttemptAt = state.nextAttemptAt();
    this.probe = state.probe();
    this.answering = state.answering();
  }

  /** Whatever was under way may or may not have been sent: it is sent again, under its key. */
  void started() {
    outbox.forEach(outgoing -> effects.add(new OrchestratorEffect.Post(outgoing)));
    if (operation != null) {
      // The first attempt may have left before the crash, so this one is another.
      operations.sendAgain();
    } else if (controllerUp && confirmedRun != RunState.REMOVED) {
      operations.askForStatus();
    } else if (confirmedRun == RunState.REMOVED) {
      effects.add(new OrchestratorEffect.TearDownController(swarmId));
    }
    adoption.deliver();
    tick();
  }

  void desired(Desire wanted) {
    desires.changeTo(wanted);
  }

  void undeliverable(Problem reason) {
    adoption.undeliverable(reason);
  }

  void received(Message message) {
    switch (message.body()) {
      case Envelope.Confirmation confirmation -> operations.confirmed(confirmation);
      case Envelope.Aggregate aggregate -> observation.observed(aggregate);
      case Envelope.Handshake handshake -> {
        observation.controllerSeen(handshake.state(), null);
        operations.sendAgain();
      }
      case Envelope.Signal signal -> commanded(signal);
      case Envelope.Milestone _ -> {}
      case Envelope.ComponentStatus _ -> {}
    }
  }

  private void commanded(Envelope.Signal signal) {
    if (adoption.concerns(signal)) {
      adoption.received(signal);
    } else {
      observation.signalSeen(signal);
    }
  }

  /** A swarm may have come into being since it was looked for. */
  void orphaned(Envelope.Signal signal) {
    if (desire != null || plan != null || operation != null || controllerUp) {
      commanded(signal);
    } else {
      adoption.orphaned(signal);
    }
  }

  void delivered(Set<String> messageIds) {
    outbox =
        outbox.stream().filter(outgoing -> !messageIds.contains(outgoing.messageId())).toList();
  }

  void tick() {
    operations.tick();
  }

  OrchestratorStep finish() {
    desires.advance();
    OrchestratorRecord record =
        new OrchestratorRecord(
            swarmId,
            desire,
            plan,
            cluster,
            sequence,
            controllerUp,
            provisioned,
            confirmedTemplate,
            confirmedRun,
            operation,
            setback,
            contradiction,
            ended,
            outbox);
    if (record.isSpent(now.minus(settings.retention()))) {
      effects.add(new OrchestratorEffect.Forget(swarmId));
    }
    return new OrchestratorStep(
        new OrchestratorState(
            record, observed, observedAt, attempts, nextAttemptAt, probe, answering),
        effects);
  }

  /** The swarm is gone, and so is its controller. */
  void finishRemoval() {
    confirmedRun = RunState.REMOVED;
    confirmedTemplate = null;
    provisioned = false;
    controllerUp = false;
    plan = null;
    cluster = null;
    observed = null;
    observedAt = null;
    effects.add(new OrchestratorEffect.TearDownController(swarmId));
  }
}
