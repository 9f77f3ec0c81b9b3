package dev.fleetwright.swarm.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ControllerMachineTest {

  private static final String SWARM = "team_shop_c1";
  private static final TemplateRef TEMPLATE = new TemplateRef("c1", "shop", "h1");
  private static final Totals ALL = new Totals(3, 3, 3, 3);
  private static final Totals NONE_UP = new Totals(3, 0, 0, 0);

  private int ids;
  private final ControllerMachine machine =
      new ControllerMachine(ControllerSettings.DEFAULT, () -> "id-" + ids++);
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private ControllerState state = ControllerState.restored(ControllerRecord.fresh(SWARM));
  private final List<ControllerEffect> effects = new ArrayList<>();

  private void give(ControllerInput input) {
    ControllerStep step = machine.apply(state, input, now);
    state = step.state();
    effects.addAll(step.effects());
  }

  private void command(SignalName name, String key, String attempt, @Nullable ObjectNode args) {
    give(
        new ControllerInput.Received(
            new Message(
                new RoutingKey.SwarmSignal(name, SWARM),
                new Envelope.Signal(name, Scope.swarm(SWARM), attempt, key, "m", now, args))));
  }

  private static ObjectNode templateArgs(TemplateRef template) {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    args.set("template", template.toJson());
    return args;
  }

  private static ObjectNode sequence(long value) {
    return JsonNodeFactory.instance.objectNode().put("sequence", value);
  }

  private void evidence(Evidence.Stage stage, Totals totals, String... remaining) {
    report(stage, totals, null, remaining);
  }

  private void report(
      Evidence.Stage stage,
      Totals totals,
      Evidence.@Nullable Trouble trouble,
      String... remaining) {
    give(
        new ControllerInput.Reported(
            new Evidence(goal().generation(), stage, "h1", totals, List.of(remaining), trouble)));
  }

  private Goal goal() {
    return Objects.requireNonNull(state.record().goal());
  }

  private List<Envelope.Confirmation> confirmations() {
    return effects.stream()
        .map(effect ->
            switch (effect) {
              case ControllerEffect.Post(var outgoing) -> outgoing.message();
              case ControllerEffect.Send(Message message) -> message;
              default -> null;
            })
        .filter(Objects::nonNull)
        .map(Message::body)
        .filter(Envelope.Confirmation.class::isInstance)
        .map(Envelope.Confirmation.class::cast)
        .toList();
  }

  private Outcome lastOutcome() {
    return confirmations().getLast().outcome();
  }

  private Outcome.Failure lastFailure() {
    return (Outcome.Failure) lastOutcome();
  }

  private List<Envelope.Aggregate> aggregates() {
    return effects.stream()
        .filter(ControllerEffect.Send.class::isInstance)
        .map(effect -> ((ControllerEffect.Send) effect).message().body())
        .filter(Envelope.Aggregate.class::isInstance)
        .map(Envelope.Aggregate.class::cast)
        .toList();
  }

  private void running() {
    give(new ControllerInput.Started());
    command(SignalName.SWARM_TEMPLATE, "t", "t1", templateArgs(TEMPLATE));
    evidence(Evidence.Stage.APPLIED, NONE_UP);
    command(SignalName.SWARM_START, "s", "s1", null);
    evidence(Evidence.Stage.APPLIED, ALL);
    assertThat(lastOutcome()).isEqualTo(new Outcome.Success(SwarmState.RUNNING));
    effects.clear();
  }

  @Test
  void aNewConnectionMakesItShowThatItIsThere() {
    running();
    ControllerRecord before = state.record();
    give(new ControllerInput.Reconnected());
    assertThat(effects)
        .anyMatch(effect ->
            effect instanceof ControllerEffect.Send(var message)
                && message.body() instanceof Envelope.Handshake);
    assertThat(aggregates()).isNotEmpty();
    assertThat(state.record()).isEqualTo(before);
  }

  @Test
  void successIsConfirmedOnEvidenceOnly() {
    give(new ControllerInput.Started());
    command(SignalName.SWARM_TEMPLATE, "t", "t1", templateArgs(TEMPLATE));
    assertThat(goal()).isEqualTo(new Goal(SWARM, 1, TEMPLATE, RunState.PROVISIONED));
    assertThat(confirmations()).isEmpty();
    evidence(Evidence.Stage.PROGRESSING, NONE_UP);
    give(new ControllerInput.Tick());
    assertThat(confirmations()).isEmpty();
    give(
        new ControllerInput.Reported(
            new Evidence(1, Evidence.Stage.APPLIED, "other-hash", NONE_UP, List.of(), null)));
    assertThat(confirmations()).as("another template is applied").isEmpty();
    evidence(Evidence.Stage.APPLIED, NONE_UP);
    assertThat(confirmations())
        .singleElement()
        .satisfies(c -> {
          assertThat(c.outcome()).isEqualTo(new Outcome.Success(SwarmState.READY));
          assertThat(c.correlationId()).isEqualTo("t1");
          assertThat(c.idempotencyKey()).isEqualTo("t");
          assertThat(c.originalCorrelationId()).isNull();
        });
  }

  @Test
  void evidenceAboutAnEarlierGoalProvesNothing() {
    running();
    long before = goal().generation();
    command(SignalName.SWARM_STOP, "stop", "a", null);
    give(
        new ControllerInput.Reported(
            new Evidence(before, Evidence.Stage.APPLIED, "h1", NONE_UP, List.of(), null)));
    assertThat(confirmations()).isEmpty();
    evidence(Evidence.Stage.APPLIED, new Totals(3, 0, 1, 0));
    assertThat(confirmations()).as("one still runs").isEmpty();
    evidence(Evidence.Stage.APPLIED, NONE_UP);
    assertThat(lastOutcome()).isEqualTo(new Outcome.Success(SwarmState.STOPPED));
  }

  @Test
  void theKeyIsReservedInTheSameStepThatAsksTheAgent() {
    give(new ControllerInput.Started());
    command(SignalName.SWARM_TEMPLATE, "t", "t1", templateArgs(TEMPLATE));
    assertThat(effects).contains(new ControllerEffect.Pursue(goal()));
    assertThat(Objects.requireNonNull(state.record().command()).key().idempotencyKey())
        .isEqualTo("t");
  }

  @Test
  void aDuplicateOfAnOpenCommandIsNotExecutedAndItsAttemptIsAnswered() {
    give(new ControllerInput.Started());
    command(SignalName.SWARM_TEMPLATE, "t", "t1", templateArgs(TEMPLATE));
    command(SignalName.SWARM_TEMPLATE, "t", "t2", templateArgs(TEMPLATE));
    assertThat(goal().generation()).isEqualTo(1);
    evidence(Evidence.Stage.APPLIED, NONE_UP);
    assertThat(confirmations())
        .singleElement()
        .satisfies(c -> {
          assertThat(c.correlationId()).isEqualTo("t2");
          assertThat(c.originalCorrelationId()).isEqualTo("t1");
        });
  }

  @Test
  void theSameKeyForAnotherSignalIsAnotherCommand() {
    running();
    command(SignalName.SWARM_STOP, "s", "x", null);
    assertThat(goal().run()).isEqualTo(RunState.STOPPED);
  }

  @Test
  void theSameKeyWithOtherArgsIsAConflictAlsoWhileItIsOpen() {
    give(new ControllerInput.Started());
    command(SignalName.SWARM_TEMPLATE, "t", "t1", templateArgs(TEMPLATE));
    command(
        SignalName.SWARM_TEMPLATE, "t", "t2", templateArgs(new TemplateRef("c1", "shop", "h2")));
    assertThat(lastFailure().code()).isEqualTo("idempotency-conflict");
    assertThat(goal().template()).isEqualTo(TEMPLATE);
    evidence(Evidence.Stage.APPLIED, NONE_UP);
    assertThat(lastOutcome().succeeded()).isTrue();
    assertThat(confirmations().getLast().correlationId()).isEqualTo("t1");
  }

  @Test
  void anOutcomeIsReplayedForADayAndForgottenAfterwards() {
    running();
    command(SignalName.SWARM_START, "s", "again", null);
    assertThat(confirmations())
        .singleElement()
        .satisfies(c -> {
          assertThat(c.outcome()).isEqualTo(new Outcome.Success(SwarmState.RUNNING));
          assertThat(c.correlationId()).isEqualTo("again");
          assertThat(c.originalCorrelationId()).isEqualTo("s1");
        });
    long generation = goal().generation();
    now = now.plus(Duration.ofHours(25));
    command(SignalName.SWARM_STOP, "other", "x", null);
    command(SignalName.SWARM_START, "s", "a day later", null);
    assertThat(goal().generation()).isEqualTo(generation + 2);
  }

  @Test
  void startAndStopNeedATemplate() {
    give(new ControllerInput.Started());
    command(SignalName.SWARM_START, "s", "a", null);
    assertThat(lastFailure().code()).isEqualTo("no-template");
    command(SignalName.SWARM_STOP, "p", "a", null);
    assertThat(lastFailure().code()).isEqualTo("no-template");
    command(SignalName.SWARM_TEMPLATE, "t", "a", null);
    assertThat(lastFailure().code()).isEqualTo("invalid-args");
    assertThat(state.record().goal()).isNull();
    assertThat(state.record().ended()).hasSize(3);
  }

  @Test
  void aTroubleThatPassesWaitsAndOneThatDoesNotEndsTheCommand() {
    running();
    command(SignalName.SWARM_START, "again", "a", null);
    report(
        Evidence.Stage.PROGRESSING, NONE_UP, new Evidence.Trouble("slow", "pulling", true, null));
    assertThat(confirmations()).isEmpty();
    report(
        Evidence.Stage.PROGRESSING, NONE_UP, new Evidence.Trouble("bad", "no image", false, null));
    assertThat(lastFailure().code()).isEqualTo("bad");
    assertThat(lastFailure().phase()).isEqualTo("start");
    assertThat(lastFailure().retryable()).isFalse();
    assertThat(aggregates().getLast().state()).isEqualTo(SwarmState.FAILED);
  }

  @Test
  void aRemovalThatStallsListsWhatIsLeft() {
    running();
    command(SignalName.SWARM_REMOVE, "r", "a", null);
    evidence(Evidence.Stage.GONE, Totals.NONE, "Service/web");
    assertThat(confirmations()).as("something is left").isEmpty();
    now = now.plusSeconds(180);
    give(new ControllerInput.Tick());
    assertThat(lastFailure().code()).isEqualTo("deadline-exceeded");
    assertThat(Objects.requireNonNull(lastFailure().details()).at("/remaining/0").asText())
        .isEqualTo("Service/web");
    evidence(Evidence.Stage.GONE, Totals.NONE);
    assertThat(confirmations()).as("the outcome stays as it was").hasSize(1);
    assertThat(aggregates().getLast().state()).isEqualTo(SwarmState.REMOVED);
  }

  @Test
  void aNewerCommandTakesThePlaceOfAnOpenOneAndAnOlderOneIsRefused() {
    running();
    command(SignalName.SWARM_STOP, "p", "a", sequence(5));
    command(SignalName.SWARM_START, "q", "b", sequence(6));
    assertThat(confirmations().getFirst().idempotencyKey()).isEqualTo("p");
    assertThat(((Outcome.Failure) confirmations().getFirst().outcome()).code())
        .isEqualTo("superseded");
    command(SignalName.SWARM_STOP, "late", "c", sequence(4));
    assertThat(lastFailure().code()).isEqualTo("stale-command");
    assertThat(Objects.requireNonNull(lastFailure().details()).path("highestSequence").asLong())
        .isEqualTo(6);
    evidence(Evidence.Stage.APPLIED, ALL);
    assertThat(goal().run()).isEqualTo(RunState.RUNNING);
    assertThat(confirmations()).hasSize(3);
  }

  @Test
  void anotherTemplateKeepsARunningSwarmRunning() {
    running();
    TemplateRef next = new TemplateRef("c1", "shop", "h2");
    command(SignalName.SWARM_TEMPLATE, "t2", "a", templateArgs(next));
    assertThat(goal().run()).isEqualTo(RunState.RUNNING);
    give(
        new ControllerInput.Reported(
            new Evidence(goal().generation(), Evidence.Stage.APPLIED, "h2", ALL, List.of(), null)));
    assertThat(lastOutcome()).isEqualTo(new Outcome.Success(SwarmState.RUNNING));
  }

  @Test
  void theAggregateFollowsHealthAndComesAtLeastEveryTenSeconds() {
    running();
    evidence(Evidence.Stage.APPLIED, new Totals(3, 2, 3, 3));
    assertThat(aggregates().getLast().state()).isEqualTo(SwarmState.DEGRADED);
    evidence(Evidence.Stage.APPLIED, NONE_UP);
    assertThat(aggregates().getLast().state()).isEqualTo(SwarmState.UNKNOWN);
    evidence(Evidence.Stage.APPLIED, ALL);
    assertThat(aggregates().getLast().state()).isEqualTo(SwarmState.RUNNING);
    int sent = aggregates().size();
    evidence(Evidence.Stage.APPLIED, ALL);
    assertThat(aggregates()).as("nothing changed").hasSize(sent);
    Instant next = machine.nextWake(state).orElseThrow();
    assertThat(next).isBetween(now.plusMillis(1), now.plusSeconds(10));
    now = next;
    give(new ControllerInput.Tick());
    assertThat(aggregates()).hasSize(sent + 1);
    assertThat(aggregates().getLast().kind()).isEqualTo(StatusKind.DELTA);
    assertThat(aggregates().getLast().maxStalenessSec()).isEqualTo(10);
  }

  @Test
  void aStatusRequestIsAnsweredWithAFullStatus() {
    running();
    give(
        new ControllerInput.Received(
            new Message(
                new RoutingKey.ComponentSignal(
                    SignalName.STATUS_REQUEST, RoutingKey.CONTROLLER_ROLE, SWARM),
                new Envelope.Signal(
                    SignalName.STATUS_REQUEST,
                    Scope.instance(RoutingKey.CONTROLLER_ROLE, SWARM),
                    "asked",
                    "k",
                    "m",
                    now,
                    null))));
    assertThat(aggregates().getLast().kind()).isEqualTo(StatusKind.FULL);
    assertThat(aggregates().getLast().correlationId()).isEqualTo("asked");
  }

  @Test
  void afterARestartTheAgentGetsItsGoalAndTheOutboxIsSentAgain() {
    running();
    command(SignalName.SWARM_STOP, "p", "a", null);
    evidence(Evidence.Stage.APPLIED, NONE_UP);
    ControllerRecord stored =
        RecordJson.read(RecordJson.write(state.record()), ControllerRecord.class);
    assertThat(stored).isEqualTo(state.record());
    effects.clear();
    state = ControllerState.restored(stored);
    give(new ControllerInput.Started());
    assertThat(effects).contains(new ControllerEffect.Pursue(goal()));
    assertThat(confirmations()).extracting(Envelope.Confirmation::idempotencyKey).contains("p");
    stored
        .outbox()
        .forEach(o -> give(new ControllerInput.Delivered(java.util.Set.of(o.messageId()))));
    assertThat(state.record().outbox()).isEmpty();
  }

  @Test
  void aDeadlineThatPassedWhileItWasDownEndsTheCommandOnce() {
    running();
    command(SignalName.SWARM_STOP, "p", "a", null);
    ControllerRecord stored = state.record();
    effects.clear();
    now = now.plusSeconds(3600);
    state = ControllerState.restored(stored);
    give(new ControllerInput.Started());
    assertThat(confirmations())
        .filteredOn(c -> c.idempotencyKey().equals("p"))
        .singleElement()
        .satisfies(
            c -> assertThat(((Outcome.Failure) c.outcome()).code()).isEqualTo("deadline-exceeded"));
  }

  /** Their numbers keep them from being executed twice. */
  @Test
  void aSwarmThatIsChangedAllDayGoesOn() {
    running();
    for (int i = 0; i < 300; i++) {
      ObjectNode args = JsonNodeFactory.instance.objectNode().put("sequence", 100 + i);
      command(SignalName.SWARM_STOP, "numbered-" + i, "a", args);
    }
    assertThat(state.record().ended())
        .hasSizeLessThanOrEqualTo(ControllerSettings.DEFAULT.mostEnded());
    assertThat(Objects.requireNonNull(state.record().command()).key().idempotencyKey())
        .isEqualTo("numbered-299");
    command(
        SignalName.SWARM_STOP,
        "numbered-0",
        "late",
        JsonNodeFactory.instance.objectNode().put("sequence", 100));
    assertThat(lastFailure().code()).isEqualTo("stale-command");
  }

  @Test
  void aFloodIsRefusedBeforeAKeyIsForgotten() {
    running();
    for (int i = 0; i < 300; i++) {
      command(SignalName.SWARM_TEMPLATE, "flood-" + i, "a", null);
    }
    assertThat(state.record().ended()).hasSize(ControllerSettings.DEFAULT.mostEnded());
    assertThat(lastFailure().code()).isEqualTo("too-many-commands");
    command(SignalName.SWARM_START, "s", "again", null);
    assertThat(lastOutcome()).isEqualTo(new Outcome.Success(SwarmState.RUNNING));
  }

  @Test
  void aMessageForAnotherSwarmIsShown() {
    give(
        new ControllerInput.Received(
            new Message(
                new RoutingKey.SwarmSignal(SignalName.SWARM_STOP, "another"),
                new Envelope.Signal(
                    SignalName.SWARM_STOP, Scope.swarm("another"), "c", "k", "m", now, null))));
    assertThat(effects).anyMatch(ControllerEffect.Refuse.class::isInstance);
    assertThat(state.record().ended()).isEmpty();
  }
}
