package dev.fleetwright.swarm.orchestrator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One input on its way through an orchestrator; lives for one call and collects the effects. */
final class OrchestratorTurn {

  private final OrchestratorSettings settings;
  private final Ids ids;
  private final Instant now;
  private final String swarmId;
  private final List<OrchestratorEffect> effects = new ArrayList<>();

  private @Nullable Desire desire;
  private long sequence;
  private boolean controllerUp;
  private boolean provisioned;
  private @Nullable String confirmedTemplate;
  private @Nullable RunState confirmedRun;
  private @Nullable Operation operation;
  private @Nullable Setback setback;
  private @Nullable Contradiction contradiction;
  private List<EndedOperation> ended;
  private List<Outgoing> outbox;

  private Envelope.@Nullable Aggregate observed;
  private @Nullable Instant observedAt;
  private int attempts;
  private @Nullable Instant nextAttemptAt;
  private @Nullable String probe;

  OrchestratorTurn(OrchestratorSettings settings, Ids ids, OrchestratorState state, Instant now) {
    this.settings = settings;
    this.ids = ids;
    this.now = now;
    OrchestratorRecord record = state.record();
    this.swarmId = record.swarmId();
    this.desire = record.desire();
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
  }

  /** Whatever was under way may or may not have been sent: it is sent again, under its key. */
  void started() {
    outbox.forEach(outgoing -> effects.add(new OrchestratorEffect.Post(outgoing)));
    if (operation != null) {
      // The first attempt may have left before the crash, so this one is another.
      attempts = 1;
      nextAttemptAt = now;
    } else if (controllerUp && confirmedRun != RunState.REMOVED) {
      askForStatus();
    } else if (confirmedRun == RunState.REMOVED) {
      effects.add(new OrchestratorEffect.TearDownController(swarmId));
    }
    tick();
  }

  /** A new desire clears what stood in the way of the old one. */
  void desired(Desire wanted) {
    if (wanted.equals(desire)) {
      return;
    }
    desire = wanted;
    setback = null;
    contradiction = null;
    Operation current = operation;
    if (current != null && !Optional.of(current.command()).equals(nextCommand())) {
      end(
          current,
          new Outcome.Failure(
              "superseded",
              "another state is desired now: " + wanted.run().text(),
              "execute",
              false));
    }
  }

  void received(Message message) {
    switch (message.body()) {
      case Envelope.Confirmation confirmation -> confirmed(confirmation);
      case Envelope.Aggregate aggregate -> observed(aggregate);
      case Envelope.Handshake handshake -> controllerSeen(handshake.state(), null);
      case Envelope.Signal signal -> signalSeen(signal);
      case Envelope.Milestone _ -> {}
      case Envelope.ComponentStatus _ -> {}
    }
  }

  /** Only the answer to this very command ends it: same swarm, same signal, same key. */
  private void confirmed(Envelope.Confirmation confirmation) {
    Operation current = operation;
    if (current != null
        && swarmId.equals(confirmation.scope().swarmId())
        && current.command().signal() == confirmation.signal()
        && current.command().signal() != SignalName.SWARM_CREATE
        && current.idempotencyKey().equals(confirmation.idempotencyKey())) {
      end(current, confirmation.outcome());
      return;
    }
    ended =
        ended.stream()
            .map(operation ->
                operation.late() == null
                        && operation
                            .operation()
                            .idempotencyKey()
                            .equals(confirmation.idempotencyKey())
                        && !operation.outcome().equals(confirmation.outcome())
                    ? operation.withLate(confirmation.outcome())
                    : operation)
            .toList();
  }

  private void observed(Envelope.Aggregate aggregate) {
    observed = aggregate;
    observedAt = now;
    controllerSeen(aggregate.state(), aggregate.correlationId());
    if (contradiction != null && agrees(aggregate)) {
      contradiction = null;
      setback = null;
      confirmedRun = desire == null ? confirmedRun : desire.run();
      confirmedTemplate = aggregate.templateHash();
    }
  }

  /**
   * A sign of life ends the creation. A controller that knows of no template although one was
   * confirmed has lost its memory, or the message is old: it is asked, and the answer counts.
   */
  private void controllerSeen(@Nullable SwarmState state, @Nullable String correlationId) {
    Operation current = operation;
    if (current != null && current.command().signal() == SignalName.SWARM_CREATE) {
      end(current, new Outcome.Success(state));
      return;
    }
    boolean forgot =
        state == SwarmState.NEW
            && current == null
            && confirmedRun != RunState.REMOVED
            && confirmedTemplate != null;
    if (!forgot) {
      return;
    }
    if (probe != null && probe.equals(correlationId)) {
      probe = null;
      confirmedTemplate = null;
      confirmedRun = null;
    } else if (correlationId == null) {
      askForStatus();
    }
  }

  private boolean agrees(Envelope.Aggregate aggregate) {
    Desire wanted = desire;
    TemplateRef template = wanted == null ? null : wanted.template();
    return wanted != null
        && template != null
        && template.hash().equals(aggregate.templateHash())
        && aggregate.state().text().equals(wanted.run().text());
  }

  /** Our own signals come back to us; those of others are noted when they go against the desire. */
  private void signalSeen(Envelope.Signal signal) {
    String key = signal.idempotencyKey();
    boolean own =
        (operation != null && operation.idempotencyKey().equals(key))
            || ended.stream().anyMatch(e -> e.operation().idempotencyKey().equals(key));
    if (own) {
      return;
    }
    if (signal.signal() == SignalName.SWARM_CREATE) {
      answerForeignCreate(signal);
    } else if (contradicts(signal)) {
      contradiction =
          new Contradiction(
              signal.signal(),
              signal.correlationId(),
              key,
              now,
              signal.signal().text()
                  + " was sent by somebody else and is against the desired state "
                  + (desire == null ? "" : desire.run().text()));
    }
  }

  private boolean contradicts(Envelope.Signal signal) {
    Desire wanted = desire;
    if (wanted == null) {
      return false;
    }
    return switch (signal.signal()) {
      case SWARM_START -> wanted.run() != RunState.RUNNING;
      case SWARM_STOP -> wanted.run() != RunState.STOPPED;
      case SWARM_REMOVE -> wanted.run() != RunState.REMOVED;
      case SWARM_TEMPLATE ->
          !Objects.equals(
              TemplateRef.fromArgs(signal.args()).map(TemplateRef::hash).orElse(null),
              wanted.template() == null ? null : wanted.template().hash());
      case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST -> false;
    };
  }

  /** The desired state is the only truth: creating by signal alone is answered with that. */
  private void answerForeignCreate(Envelope.Signal signal) {
    boolean wanted = desire != null && desire.run() != RunState.REMOVED;
    if (wanted && controllerUp) {
      postMilestone(signal.correlationId(), signal.idempotencyKey());
    } else {
      postCreateError(
          signal.correlationId(),
          signal.idempotencyKey(),
          new Outcome.Failure(
              wanted ? "not-created-yet" : "not-desired",
              wanted
                  ? "the swarm is being created"
                  : "nothing desires this swarm; set its desired state",
              "validate",
              wanted));
    }
  }

  void delivered(Set<String> messageIds) {
    outbox =
        outbox.stream().filter(outgoing -> !messageIds.contains(outgoing.messageId())).toList();
  }

  void tick() {
    Operation current = operation;
    if (current == null) {
      return;
    }
    if (!now.isBefore(current.deadline())) {
      end(
          current,
          new Outcome.Failure(
              "no-confirmation",
              current.command().signal().text()
                  + " was not confirmed within "
                  + settings.timeFor(current.command().signal()).toSeconds()
                  + " s",
              "deliver",
              true));
    } else if (nextAttemptAt == null || !now.isBefore(nextAttemptAt)) {
      attempt(current);
    }
  }

  OrchestratorStep finish() {
    advance();
    OrchestratorRecord record =
        new OrchestratorRecord(
            swarmId,
            desire,
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
    return new OrchestratorStep(
        new OrchestratorState(record, observed, observedAt, attempts, nextAttemptAt, probe),
        effects);
  }

  /** Begins the next command, unless one is under way or something forbids it for now. */
  private void advance() {
    if (operation != null || contradiction != null) {
      return;
    }
    Setback last = setback;
    if (last != null && (last.retryAt() == null || now.isBefore(last.retryAt()))) {
      return;
    }
    if (desire != null
        && desire.run() == RunState.REMOVED
        && !provisioned
        && confirmedRun != RunState.REMOVED) {
      finishRemoval();
    }
    nextCommand().ifPresentOrElse(this::begin, () -> setback = null);
  }

  /** What the desire asks for next, given what is confirmed; nothing when it is reached. */
  private Optional<Command> nextCommand() {
    Desire wanted = desire;
    if (wanted == null) {
      return Optional.empty();
    }
    TemplateRef template = wanted.template();
    if (template == null || wanted.run() == RunState.REMOVED) {
      return provisioned && confirmedRun != RunState.REMOVED
          ? Optional.of(Command.of(SignalName.SWARM_REMOVE))
          : Optional.empty();
    }
    if (!controllerUp) {
      return Optional.of(Command.of(SignalName.SWARM_CREATE));
    }
    if (!template.hash().equals(confirmedTemplate)) {
      return Optional.of(new Command(SignalName.SWARM_TEMPLATE, template));
    }
    if (confirmedRun == wanted.run()) {
      return Optional.empty();
    }
    return Optional.of(
        Command.of(
            wanted.run() == RunState.RUNNING ? SignalName.SWARM_START : SignalName.SWARM_STOP));
  }

  private void begin(Command command) {
    switch (command.signal()) {
      case SWARM_TEMPLATE -> {
        confirmedTemplate = null;
        provisioned = true;
        if (confirmedRun == RunState.REMOVED) {
          confirmedRun = null;
        }
      }
      case SWARM_START, SWARM_STOP, SWARM_REMOVE -> confirmedRun = null;
      case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST -> {}
    }
    sequence++;
    Operation begun =
        new Operation(
            command,
            sequence,
            ids.next(),
            ids.next(),
            now,
            now.plus(settings.timeFor(command.signal())));
    operation = begun;
    attempts = 0;
    attempt(begun);
  }

  /** Sends the command; the first attempt has the stored correlationId, later ones a new one. */
  private void attempt(Operation current) {
    attempts++;
    nextAttemptAt = now.plus(settings.resendAfter(attempts));
    SignalName signal = current.command().signal();
    String correlationId = attempts == 1 ? current.correlationId() : ids.next();
    if (signal == SignalName.SWARM_CREATE) {
      effects.add(new OrchestratorEffect.EnsureController(swarmId));
    }
    effects.add(
        new OrchestratorEffect.Send(
            new Message(
                new RoutingKey.SwarmSignal(signal, swarmId),
                new Envelope.Signal(
                    signal,
                    Scope.swarm(swarmId),
                    correlationId,
                    current.idempotencyKey(),
                    ids.next(),
                    now,
                    current.command().args(current.sequence())))));
    if (signal == SignalName.SWARM_CREATE) {
      askForStatus();
    }
  }

  private void askForStatus() {
    String correlationId = ids.next();
    probe = correlationId;
    effects.add(
        new OrchestratorEffect.Send(
            new Message(
                new RoutingKey.ComponentSignal(
                    SignalName.STATUS_REQUEST, RoutingKey.CONTROLLER_ROLE, swarmId),
                new Envelope.Signal(
                    SignalName.STATUS_REQUEST,
                    new Scope(swarmId, RoutingKey.CONTROLLER_ROLE, swarmId),
                    correlationId,
                    ids.next(),
                    ids.next(),
                    now,
                    null))));
  }

  private void end(Operation current, Outcome outcome) {
    operation = null;
    attempts = 0;
    nextAttemptAt = null;
    EndedOperation done = new EndedOperation(current, outcome, now, null);
    Instant oldest = now.minus(settings.retention());
    List<EndedOperation> kept = new ArrayList<>(ended);
    kept.add(done);
    kept.removeIf(operation -> operation.endedAt().isBefore(oldest));
    ended = List.copyOf(kept.subList(Math.max(0, kept.size() - settings.mostEnded()), kept.size()));
    effects.add(new OrchestratorEffect.Ended(swarmId, done));
    switch (outcome) {
      case Outcome.Success _ -> succeeded(current);
      case Outcome.Failure failure -> failed(current, failure);
    }
  }

  private void succeeded(Operation current) {
    setback = null;
    switch (current.command().signal()) {
      case SWARM_CREATE -> {
        controllerUp = true;
        postMilestone(current.correlationId(), current.idempotencyKey());
      }
      case SWARM_TEMPLATE -> {
        TemplateRef template = current.command().template();
        confirmedTemplate = template == null ? null : template.hash();
      }
      case SWARM_START -> confirmedRun = RunState.RUNNING;
      case SWARM_STOP -> confirmedRun = RunState.STOPPED;
      case SWARM_REMOVE -> finishRemoval();
      case CONFIG_UPDATE, STATUS_REQUEST -> {}
    }
  }

  private void finishRemoval() {
    confirmedRun = RunState.REMOVED;
    confirmedTemplate = null;
    provisioned = false;
    controllerUp = false;
    observed = null;
    observedAt = null;
    effects.add(new OrchestratorEffect.TearDownController(swarmId));
  }

  private void failed(Operation current, Outcome.Failure failure) {
    if (current.command().signal() == SignalName.SWARM_CREATE) {
      postCreateError(current.correlationId(), current.idempotencyKey(), failure);
    }
    JsonNode highest = failure.details() == null ? null : failure.details().get("highestSequence");
    if (highest != null && highest.canConvertToLong()) {
      sequence = Math.max(sequence, highest.asLong());
    }
    if (failure.code().equals("superseded") && !isStillWanted(current)) {
      return;
    }
    if (failure.code().equals("no-template")) {
      confirmedTemplate = null;
    }
    int failures = setback == null ? 1 : setback.failures() + 1;
    setback =
        new Setback(
            current.command().signal(),
            failure.code(),
            failure.message(),
            failures,
            failure.mayRetry() ? now.plus(settings.retryAfter(failures)) : null);
  }

  private boolean isStillWanted(Operation current) {
    return Optional.of(current.command()).equals(nextCommand());
  }

  private void postMilestone(String correlationId, String idempotencyKey) {
    String messageId = ids.next();
    post(
        messageId,
        new RoutingKey.SwarmCreated(swarmId),
        new Envelope.Milestone(
            swarmId, SwarmState.NEW, correlationId, idempotencyKey, messageId, now));
  }

  private void postCreateError(
      String correlationId, String idempotencyKey, Outcome.Failure failure) {
    String messageId = ids.next();
    post(
        messageId,
        new RoutingKey.SwarmError(SignalName.SWARM_CREATE, swarmId),
        new Envelope.Confirmation(
            SignalName.SWARM_CREATE,
            Scope.swarm(swarmId),
            failure,
            correlationId,
            idempotencyKey,
            now,
            messageId,
            null));
  }

  private void post(String messageId, RoutingKey key, Envelope body) {
    Outgoing outgoing = new Outgoing(messageId, new Message(key, body));
    List<Outgoing> all = new ArrayList<>(outbox);
    all.add(outgoing);
    outbox = List.copyOf(all);
    effects.add(new OrchestratorEffect.Post(outgoing));
  }
}
