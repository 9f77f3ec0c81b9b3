package dev.fleetwright.swarm.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrchestratorMachineTest {

  private static final String SWARM = "team_shop_c1";
  private static final TemplateRef ONE = new TemplateRef("c1", "shop", "h1");
  private static final TemplateRef TWO = new TemplateRef("c1", "shop", "h2");

  private int ids;
  private final OrchestratorMachine machine =
      new OrchestratorMachine(OrchestratorSettings.DEFAULT, () -> "id-" + ids++);
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private OrchestratorState state = OrchestratorState.restored(OrchestratorRecord.fresh(SWARM));
  private final List<OrchestratorEffect> effects = new ArrayList<>();

  private void give(OrchestratorInput input) {
    OrchestratorStep step = machine.apply(state, input, now);
    state = step.state();
    effects.addAll(step.effects());
  }

  private void desire(Desire desire) {
    give(new OrchestratorInput.Desired(desire));
  }

  private void aggregate(SwarmState swarm, @Nullable String hash, @Nullable String answering) {
    give(
        new OrchestratorInput.Received(
            new Message(
                new RoutingKey.Status(StatusKind.DELTA, RoutingKey.CONTROLLER_ROLE, SWARM),
                new Envelope.Aggregate(
                    StatusKind.DELTA,
                    SWARM,
                    now,
                    swarm,
                    Totals.NONE,
                    now,
                    10,
                    SWARM,
                    hash,
                    0L,
                    "m",
                    answering))));
  }

  private void confirm(SignalName signal, String key, Outcome outcome) {
    RoutingKey routing =
        outcome.succeeded()
            ? new RoutingKey.SwarmReady(signal, SWARM)
            : new RoutingKey.SwarmError(signal, SWARM);
    give(
        new OrchestratorInput.Received(
            new Message(
                routing,
                new Envelope.Confirmation(
                    signal, Scope.swarm(SWARM), outcome, "c", key, now, "m", null))));
  }

  private void foreign(SignalName signal) {
    give(
        new OrchestratorInput.Received(
            new Message(
                new RoutingKey.SwarmSignal(signal, SWARM),
                new Envelope.Signal(
                    signal, Scope.swarm(SWARM), "fc", "foreign-key", "m", now, null))));
  }

  private void succeed() {
    Operation operation = operation();
    if (operation.command().signal() == SignalName.SWARM_CREATE) {
      aggregate(SwarmState.NEW, null, null);
    } else {
      confirm(operation.command().signal(), operation.idempotencyKey(), new Outcome.Success(null));
    }
  }

  private Operation operation() {
    return Objects.requireNonNull(state.record().operation());
  }

  private @Nullable SignalName underway() {
    return machine.view(state, now).underway();
  }

  private void running() {
    desire(Desire.running(ONE));
    succeed();
    succeed();
    succeed();
    aggregate(SwarmState.RUNNING, "h1", null);
    assertThat(machine.view(state, now).reached()).isTrue();
    effects.clear();
  }

  private List<Envelope.Signal> sent(SignalName name) {
    return effects.stream()
        .filter(OrchestratorEffect.Send.class::isInstance)
        .map(effect -> ((OrchestratorEffect.Send) effect).message().body())
        .filter(Envelope.Signal.class::isInstance)
        .map(Envelope.Signal.class::cast)
        .filter(signal -> signal.signal() == name)
        .toList();
  }

  @Test
  void createTemplateStartInThisOrderEachAfterItsConfirmation() {
    desire(Desire.running(ONE));
    assertThat(underway()).isEqualTo(SignalName.SWARM_CREATE);
    assertThat(effects).contains(new OrchestratorEffect.EnsureController(SWARM));
    succeed();
    assertThat(effects)
        .filteredOn(OrchestratorEffect.Post.class::isInstance)
        .singleElement()
        .extracting(e -> ((OrchestratorEffect.Post) e).outgoing().message().body())
        .satisfies(body ->
            assertThat(((Envelope.Milestone) body).correlationId())
                .isEqualTo(sent(SignalName.SWARM_CREATE).getFirst().correlationId()));
    assertThat(underway()).isEqualTo(SignalName.SWARM_TEMPLATE);
    JsonNode args = Objects.requireNonNull(sent(SignalName.SWARM_TEMPLATE).getFirst().args());
    assertThat(TemplateRef.fromArgs(args)).contains(ONE);
    assertThat(sent(SignalName.SWARM_START)).isEmpty();
    succeed();
    assertThat(underway()).isEqualTo(SignalName.SWARM_START);
    succeed();
    assertThat(underway()).isNull();
    assertThat(machine.view(state, now).reached()).isTrue();
  }

  @Test
  void aCommandIsSentAgainUnderItsKeyWithANewCorrelationIdAndEndsAtItsDeadline() {
    running();
    desire(Desire.stopped(ONE));
    Instant deadline = operation().deadline();
    String key = operation().idempotencyKey();
    while (now.isBefore(deadline)) {
      now = machine.nextWake(state, now).orElseThrow();
      give(new OrchestratorInput.Tick());
    }
    List<Envelope.Signal> attempts = sent(SignalName.SWARM_STOP);
    assertThat(attempts).hasSizeGreaterThan(5);
    assertThat(attempts).extracting(Envelope.Signal::idempotencyKey).containsOnly(key);
    assertThat(attempts).extracting(Envelope.Signal::correlationId).doesNotHaveDuplicates();
    assertThat(attempts).extracting(Envelope.Signal::messageId).doesNotHaveDuplicates();
    assertThat(state.record().ended().getLast().outcome())
        .isInstanceOfSatisfying(
            Outcome.Failure.class, f -> assertThat(f.code()).isEqualTo("no-confirmation"));
    assertThat(Objects.requireNonNull(state.record().setback()).retryAt()).isAfter(now);
    now = machine.nextWake(state, now).orElseThrow();
    give(new OrchestratorInput.Tick());
    assertThat(operation().idempotencyKey()).as("a new command, a new key").isNotEqualTo(key);
  }

  @Test
  void aLateResultIsRecordedAndChangesNothing() {
    running();
    desire(Desire.stopped(ONE));
    Operation stop = operation();
    now = stop.deadline();
    give(new OrchestratorInput.Tick());
    OrchestratorRecord before = state.record();
    confirm(SignalName.SWARM_STOP, stop.idempotencyKey(), new Outcome.Success(SwarmState.STOPPED));
    confirm(SignalName.SWARM_STOP, stop.idempotencyKey(), new Outcome.Success(null));
    OrchestratorRecord after = state.record();
    assertThat(after.ended().getLast().late()).isEqualTo(new Outcome.Success(SwarmState.STOPPED));
    assertThat(after.ended().getLast().outcome()).isEqualTo(before.ended().getLast().outcome());
    assertThat(after.confirmedRun()).isEqualTo(before.confirmedRun());
    assertThat(after.ended()).hasSameSizeAs(before.ended());
  }

  @Test
  void onlyTheAnswerToThisCommandEndsIt() {
    running();
    desire(Desire.stopped(ONE));
    String key = operation().idempotencyKey();
    confirm(SignalName.SWARM_STOP, "another-key", new Outcome.Success(null));
    confirm(SignalName.SWARM_START, key, new Outcome.Success(null));
    give(
        new OrchestratorInput.Received(
            new Message(
                new RoutingKey.SwarmReady(SignalName.SWARM_STOP, "another"),
                new Envelope.Confirmation(
                    SignalName.SWARM_STOP,
                    Scope.swarm("another"),
                    new Outcome.Success(null),
                    "c",
                    key,
                    now,
                    "m",
                    null))));
    assertThat(operation().idempotencyKey()).isEqualTo(key);
    confirm(SignalName.SWARM_STOP, key, new Outcome.Success(null));
    assertThat(state.record().operation()).isNull();
  }

  @Test
  void anotherDesireEndsACommandThatNoLongerServesIt() {
    desire(Desire.running(ONE));
    succeed();
    succeed();
    Operation start = operation();
    desire(Desire.removed());
    assertThat(state.record().ended().getLast().operation()).isEqualTo(start);
    assertThat(state.record().ended().getLast().outcome().succeeded()).isFalse();
    assertThat(underway()).isEqualTo(SignalName.SWARM_REMOVE);
    assertThat(operation().sequence()).isGreaterThan(start.sequence());
    succeed();
    assertThat(effects).contains(new OrchestratorEffect.TearDownController(SWARM));
    assertThat(machine.view(state, now).state()).isEqualTo(SwarmState.REMOVED);
  }

  @Test
  void aCommandThatStillServesTheNewDesireGoesOn() {
    desire(Desire.running(ONE));
    Operation create = operation();
    desire(Desire.stopped(TWO));
    assertThat(operation()).isEqualTo(create);
  }

  @Test
  void removingWhatWasNeverProvisionedIsDoneAtOnce() {
    desire(Desire.removed());
    assertThat(sent(SignalName.SWARM_REMOVE)).isEmpty();
    assertThat(machine.view(state, now).reached()).isTrue();
    desire(Desire.running(ONE));
    assertThat(underway()).isEqualTo(SignalName.SWARM_CREATE);
  }

  @Test
  void anErrorThatCannotBeRetriedWaitsForAnotherDesire() {
    desire(Desire.running(ONE));
    succeed();
    confirm(
        SignalName.SWARM_TEMPLATE,
        operation().idempotencyKey(),
        new Outcome.Failure("bad-manifest", "broken", "provision", false));
    assertThat(machine.nextWake(state, now.plusSeconds(60))).isEmpty();
    now = now.plusSeconds(86_400);
    give(new OrchestratorInput.Tick());
    assertThat(underway()).isNull();
    assertThat(machine.view(state, now).reached()).isFalse();
    desire(Desire.running(TWO));
    assertThat(underway()).isEqualTo(SignalName.SWARM_TEMPLATE);
  }

  @Test
  void retriesSlowDownAndASuccessForgivesThem() {
    desire(Desire.running(ONE));
    succeed();
    Instant failedAt = now;
    for (int i = 0; i < 3; i++) {
      failedAt = now;
      confirm(
          SignalName.SWARM_TEMPLATE,
          operation().idempotencyKey(),
          new Outcome.Failure("busy", "later", "provision", true));
      now = Objects.requireNonNull(Objects.requireNonNull(state.record().setback()).retryAt());
      give(new OrchestratorInput.Tick());
      assertThat(underway()).isEqualTo(SignalName.SWARM_TEMPLATE);
    }
    assertThat(java.time.Duration.between(failedAt, now)).hasSeconds(20);
    succeed();
    assertThat(state.record().setback()).isNull();
  }

  @Test
  void aSilentClusterIsUnknownAndNothingIsRestartedForIt() {
    running();
    now = now.plusSeconds(20);
    give(new OrchestratorInput.Tick());
    assertThat(machine.view(state, now).state()).isEqualTo(SwarmState.UNKNOWN);
    assertThat(machine.view(state, now).reached()).isTrue();
    assertThat(effects).isEmpty();
    aggregate(SwarmState.RUNNING, "h1", null);
    assertThat(machine.view(state, now).state()).isEqualTo(SwarmState.RUNNING);
  }

  @Test
  void aControllerThatForgotIsAskedFirstAndThenProvisionedAgain() {
    running();
    aggregate(SwarmState.NEW, null, null);
    assertThat(underway()).as("it may be an old message").isNull();
    String asked = sent(SignalName.STATUS_REQUEST).getLast().correlationId();
    aggregate(SwarmState.NEW, null, asked);
    assertThat(underway()).isEqualTo(SignalName.SWARM_TEMPLATE);
  }

  @Test
  void aForeignCommandThatContradictsIsShownAndNotFought() {
    running();
    foreign(SignalName.SWARM_STOP);
    aggregate(SwarmState.STOPPED, "h1", null);
    now = now.plusSeconds(3600);
    give(new OrchestratorInput.Tick());
    assertThat(underway()).isNull();
    assertThat(Objects.requireNonNull(machine.view(state, now).contradiction()).signal())
        .isEqualTo(SignalName.SWARM_STOP);
    desire(Desire.stopped(ONE));
    assertThat(machine.view(state, now).contradiction()).isNull();
    assertThat(underway()).isEqualTo(SignalName.SWARM_STOP);
  }

  @Test
  void aForeignCommandThatAgreesIsNoNews() {
    running();
    foreign(SignalName.SWARM_START);
    assertThat(state.record().contradiction()).isNull();
  }

  @Test
  void itsOwnSignalsComingBackAreNoNews() {
    running();
    desire(Desire.stopped(ONE));
    Envelope.Signal own = sent(SignalName.SWARM_STOP).getFirst();
    succeed();
    desire(Desire.running(ONE));
    give(
        new OrchestratorInput.Received(
            new Message(new RoutingKey.SwarmSignal(SignalName.SWARM_STOP, SWARM), own)));
    assertThat(state.record().contradiction()).isNull();
  }

  @Test
  void aLostRecordCatchesUpWithTheSequenceOfTheController() {
    desire(Desire.running(ONE));
    succeed();
    confirm(
        SignalName.SWARM_TEMPLATE,
        operation().idempotencyKey(),
        new Outcome.Failure(
            "stale-command",
            "newer",
            "validate",
            true,
            JsonNodeFactory.instance.objectNode().put("highestSequence", 41),
            null));
    now = machine.nextWake(state, now).orElseThrow();
    give(new OrchestratorInput.Tick());
    assertThat(operation().sequence()).isEqualTo(42);
  }

  @Test
  void aRestartSendsWhatWasUnderWayAgain() {
    running();
    desire(Desire.stopped(ONE));
    OrchestratorRecord stored =
        RecordJson.read(RecordJson.write(state.record()), OrchestratorRecord.class);
    assertThat(stored).isEqualTo(state.record());
    effects.clear();
    state = OrchestratorState.restored(stored);
    give(new OrchestratorInput.Started());
    assertThat(sent(SignalName.SWARM_STOP))
        .singleElement()
        .satisfies(signal -> {
          assertThat(signal.idempotencyKey()).isEqualTo(operation().idempotencyKey());
          assertThat(signal.correlationId()).isNotEqualTo(operation().correlationId());
        });
  }

  @Test
  void aNewConnectionSendsWhatIsUnderWayAgainAtOnce() {
    running();
    desire(Desire.stopped(ONE));
    for (int i = 0; i < 5; i++) {
      now = machine.nextWake(state, now).orElseThrow();
      give(new OrchestratorInput.Tick());
    }
    effects.clear();
    give(new OrchestratorInput.Reconnected());
    assertThat(sent(SignalName.SWARM_STOP))
        .singleElement()
        .satisfies(signal -> {
          assertThat(signal.idempotencyKey()).isEqualTo(operation().idempotencyKey());
          assertThat(signal.correlationId()).isNotEqualTo(operation().correlationId());
        });
  }

  @Test
  void aControllerThatShowsUpGetsWhatIsUnderWayAtOnce() {
    running();
    desire(Desire.stopped(ONE));
    effects.clear();
    handshake();
    assertThat(sent(SignalName.SWARM_STOP)).hasSize(1);
  }

  @Test
  void aNewConnectionOfASwarmAtRestSendsNoCommand() {
    running();
    effects.clear();
    give(new OrchestratorInput.Reconnected());
    handshake();
    assertThat(effects).noneMatch(OrchestratorEffect.Send.class::isInstance);
  }

  private void handshake() {
    give(
        new OrchestratorInput.Received(
            new Message(
                new RoutingKey.ControllerReady(SWARM),
                new Envelope.Handshake(SWARM, SWARM, SwarmState.RUNNING, "h", now))));
  }

  @Test
  void sayingTheSameTwiceChangesNothing() {
    running();
    OrchestratorRecord before = state.record();
    desire(Desire.running(ONE));
    assertThat(state.record()).isEqualTo(before);
    assertThat(effects).isEmpty();
  }

  @Test
  void aCommandForASwarmThatIsNotThereIsAnErrorOnceAndToldAgain() {
    Envelope.Signal start =
        new Envelope.Signal(
            SignalName.SWARM_START, Scope.swarm(SWARM), "fc", "foreign-key", "m", now, null);
    give(new OrchestratorInput.Orphaned(start));
    give(new OrchestratorInput.Orphaned(start));
    List<Envelope.Confirmation> told =
        effects.stream()
            .filter(OrchestratorEffect.Post.class::isInstance)
            .map(effect -> ((OrchestratorEffect.Post) effect).outgoing().message())
            .filter(message ->
                message.key().equals(new RoutingKey.SwarmError(SignalName.SWARM_START, SWARM)))
            .map(message -> (Envelope.Confirmation) message.body())
            .toList();
    assertThat(told).hasSize(2);
    for (Envelope.Confirmation confirmation : told) {
      assertThat(confirmation.idempotencyKey()).isEqualTo("foreign-key");
      assertThat(confirmation.outcome())
          .isInstanceOfSatisfying(
              Outcome.Failure.class,
              failure -> assertThat(failure.code()).isEqualTo("unknown-swarm"));
    }
    assertThat(state.record().ended()).as("one outcome, stored").hasSize(1);
    assertThat(state.record().plan()).isNull();
    now = now.plus(OrchestratorSettings.DEFAULT.retention()).plusSeconds(2);
    give(
        new OrchestratorInput.Delivered(
            java.util.Set.copyOf(
                state.record().outbox().stream().map(one -> one.messageId()).toList())));
    give(new OrchestratorInput.Tick());
    assertThat(effects).as("not kept for ever").contains(new OrchestratorEffect.Forget(SWARM));
  }

  @Test
  void commandsOfASwarmThatIsGoneAreAnsweredAgainFromTheStoredOutcome() {
    JsonNode args = JsonNodeFactory.instance.objectNode().put("force", true);
    EndedOperation removed =
        new EndedOperation(
            new Operation(
                Command.of(SignalName.SWARM_REMOVE),
                1,
                "k-remove",
                "c-1",
                now,
                now.plusSeconds(60),
                true,
                null),
            new Outcome.Success(SwarmState.REMOVED),
            now,
            null);
    state =
        OrchestratorState.restored(
            new OrchestratorRecord(
                SWARM,
                null,
                null,
                null,
                1,
                false,
                false,
                null,
                RunState.REMOVED,
                null,
                null,
                null,
                List.of(removed),
                List.of()));
    give(new OrchestratorInput.Orphaned(signal(SignalName.SWARM_REMOVE, "c-2", "k-remove", null)));
    assertThat(posted())
        .singleElement()
        .satisfies(message -> {
          assertThat(message.key())
              .isEqualTo(new RoutingKey.SwarmReady(SignalName.SWARM_REMOVE, SWARM));
          assertThat(message.body())
              .isInstanceOfSatisfying(
                  Envelope.Confirmation.class,
                  told -> {
                    assertThat(told.outcome().succeeded()).isTrue();
                    assertThat(told.correlationId()).isEqualTo("c-2");
                    assertThat(told.originalCorrelationId()).isEqualTo("c-1");
                  });
          assertThat(Protocol.bundled().encode(Actor.ORCHESTRATOR, message).isValid()).isTrue();
        });
    effects.clear();
    give(new OrchestratorInput.Orphaned(signal(SignalName.SWARM_REMOVE, "c-3", "k-remove", args)));
    assertThat(posted())
        .singleElement()
        .satisfies(message ->
            assertThat(message.key())
                .as("the same key with other args")
                .isEqualTo(new RoutingKey.SwarmError(SignalName.SWARM_REMOVE, SWARM)));
  }

  private List<Message> posted() {
    return effects.stream()
        .filter(OrchestratorEffect.Post.class::isInstance)
        .map(effect -> ((OrchestratorEffect.Post) effect).outgoing().message())
        .toList();
  }

  private Envelope.Signal signal(
      SignalName signal, String correlationId, String key, @Nullable JsonNode args) {
    return new Envelope.Signal(signal, Scope.swarm(SWARM), correlationId, key, "m", now, args);
  }
}
