package dev.fleetwright.swarm.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.plan.Bee;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.plan.Work;
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
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A swarm with an order, and with components that speak. */
class ControllerComponentsTest {

  private static final Protocol PROTOCOL = Protocol.bundled();
  private static final String SWARM = "swarm-42";
  private static final SwarmPlan PLAN =
      new SwarmPlan(
          SWARM,
          List.of(
              bee("generator", List.of(), List.of("raw")),
              bee("processor", List.of("raw"), List.of("done")),
              bee("sink", List.of("done"), List.of())));

  private int ids;
  private final ControllerMachine machine =
      new ControllerMachine(ControllerSettings.DEFAULT, () -> "id-" + ids++);
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private ControllerState state = ControllerState.restored(ControllerRecord.fresh(SWARM));
  private final List<ControllerEffect> effects = new ArrayList<>();
  private final Set<String> withActuator = new HashSet<>();

  private static Bee bee(String role, List<String> in, List<String> out) {
    return new Bee(role, "image", new Work(in, out), Map.of());
  }

  private void give(ControllerInput input) {
    ControllerStep step = machine.apply(state, input, now);
    state = step.state();
    effects.addAll(step.effects());
    assertThat(RecordJson.read(RecordJson.write(state.record()), ControllerRecord.class))
        .isEqualTo(state.record());
    for (ControllerEffect effect : step.effects()) {
      if (effect instanceof ControllerEffect.Send(Message message)) {
        assertThat(PROTOCOL.encode(Actor.SWARM_CONTROLLER, message).problems()).isEmpty();
      }
    }
  }

  private void command(SignalName name, String key, @Nullable ObjectNode args) {
    give(
        new ControllerInput.Received(
            new Message(
                new RoutingKey.SwarmSignal(name, SWARM),
                new Envelope.Signal(
                    name, Scope.swarm(SWARM), "attempt-" + key, key, "m", now, args))));
  }

  private static ObjectNode withPlan(SwarmPlan plan) {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    args.set("plan", plan.toJson());
    return args;
  }

  /** The agent reports that these run and no others. */
  private void seen(String... running) {
    List<String> up = List.of(running);
    List<Evidence.Component> components =
        PLAN.members().stream()
            .map(member ->
                new Evidence.Component(
                    member.name(),
                    member.role(),
                    member.instance(),
                    withActuator.contains(member.name()),
                    up.contains(member.name()) ? new Totals(1, 1, 1, 1) : new Totals(1, 0, 0, 0)))
            .toList();
    give(
        new ControllerInput.Reported(
            new Evidence(
                goal().generation(),
                Evidence.Stage.APPLIED,
                PLAN.digest(),
                new Totals(3, up.size(), up.size(), up.size()),
                List.of(),
                null,
                components)));
  }

  private void status(String name, boolean enabled, @Nullable String applied, String answer) {
    statusOf(name, enabled, true, applied, answer, null);
  }

  private void statusOf(
      String name,
      boolean enabled,
      boolean healthy,
      @Nullable String applied,
      String answer,
      @Nullable JsonNode data) {
    now = now.plusMillis(1);
    give(
        new ControllerInput.Received(
            new Message(
                new RoutingKey.Status(StatusKind.FULL, name, SWARM + "_" + name),
                new Envelope.ComponentStatus(
                    StatusKind.FULL,
                    name,
                    SWARM + "_" + name,
                    now,
                    SWARM,
                    "x",
                    enabled,
                    healthy,
                    applied,
                    data,
                    "m",
                    answer.isEmpty() ? null : answer))));
  }

  private Goal goal() {
    return Objects.requireNonNull(state.record().goal());
  }

  private String goalKey() {
    return Objects.requireNonNull(state.record().goalKey());
  }

  private List<Message> sent() {
    return effects.stream()
        .filter(ControllerEffect.Send.class::isInstance)
        .map(effect -> ((ControllerEffect.Send) effect).message())
        .toList();
  }

  private List<String> signalsTo(String name, SignalName signal) {
    return sent().stream()
        .filter(message -> message.body() instanceof Envelope.Signal)
        .map(message -> message.key().text())
        .filter(key -> key.equals("sig." + signal.text() + "." + name + "." + SWARM + "_" + name))
        .toList();
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
        .filter(message -> message.body() instanceof Envelope.Confirmation)
        .map(message -> (Envelope.Confirmation) message.body())
        .toList();
  }

  private Outcome outcomeOf(String key) {
    return confirmations().stream()
        .filter(c -> c.idempotencyKey().equals(key))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no outcome of " + key))
        .outcome();
  }

  private boolean isOpen(String key) {
    return confirmations().stream().noneMatch(c -> c.idempotencyKey().equals(key));
  }

  private void provisioned() {
    give(new ControllerInput.Started());
    command(SignalName.SWARM_TEMPLATE, "t", withPlan(PLAN));
    seen();
    assertThat(outcomeOf("t")).isEqualTo(new Outcome.Success(SwarmState.READY));
  }

  private void running() {
    provisioned();
    command(SignalName.SWARM_START, "s", null);
    seen("generator");
    seen("generator", "processor");
    seen("generator", "processor", "sink");
    assertThat(outcomeOf("s")).isEqualTo(new Outcome.Success(SwarmState.RUNNING));
  }

  @Test
  void aStartGoesWaveByWaveEachWhenTheOneBeforeIsHealthy() {
    provisioned();
    command(SignalName.SWARM_START, "s", null);
    assertThat(goal().isUp("generator")).isTrue();
    assertThat(goal().later()).containsExactly("processor", "sink");
    seen();
    assertThat(goal().later()).as("the generator is not up yet").hasSize(2);
    seen("generator");
    assertThat(goal().later()).containsExactly("sink");
    assertThat(isOpen("s")).isTrue();
    seen("generator", "processor");
    assertThat(goal().later()).isEmpty();
    seen("generator", "processor");
    assertThat(isOpen("s")).isTrue();
    seen("generator", "processor", "sink");
    assertThat(outcomeOf("s").succeeded()).isTrue();
  }

  @Test
  void aStopGoesTheOtherWayAndKeepsTheContent() {
    running();
    command(SignalName.SWARM_STOP, "p", null);
    assertThat(goal().isUp("sink")).isFalse();
    assertThat(goal().later()).containsExactly("generator", "processor");
    seen("generator", "processor", "sink");
    assertThat(goal().later()).hasSize(2);
    seen("generator", "processor");
    assertThat(goal().later()).containsExactly("generator");
    seen("generator");
    assertThat(goal().later()).isEmpty();
    seen();
    assertThat(outcomeOf("p")).isEqualTo(new Outcome.Success(SwarmState.STOPPED));
    assertThat(goal().template()).isEqualTo(PLAN.template());
  }

  @Test
  void aSecondStartDoesNotSkipTheWaveThatIsUnderWay() {
    provisioned();
    command(SignalName.SWARM_START, "s", null);
    command(SignalName.SWARM_START, "again", null);
    assertThat(goal().later()).containsExactly("processor", "sink");
    seen("generator");
    assertThat(goal().later()).containsExactly("sink");
  }

  @Test
  void anotherTemplateInTheMiddleOfAStopKeepsTheOrder() {
    running();
    command(SignalName.SWARM_STOP, "p", null);
    command(SignalName.SWARM_TEMPLATE, "t2", withPlan(PLAN));
    assertThat(goal().later()).containsExactly("generator", "processor");
    seen("generator", "processor");
    assertThat(goal().later()).containsExactly("generator");
  }

  @Test
  void aCycleIsAnErrorThatNamesIt() {
    give(new ControllerInput.Started());
    SwarmPlan cyclic =
        new SwarmPlan(
            SWARM,
            List.of(
                bee("a", List.of("ba"), List.of("ab")), bee("b", List.of("ab"), List.of("ba"))));
    command(SignalName.SWARM_TEMPLATE, "t", withPlan(cyclic));
    Outcome.Failure failure = (Outcome.Failure) outcomeOf("t");
    assertThat(failure.code()).isEqualTo("cyclic-plan");
    assertThat(failure.message()).contains("a -[ab]-> b -[ba]-> a");
    assertThat(Objects.requireNonNull(failure.details()).path("cycle"))
        .extracting(JsonNode::asText)
        .containsExactly("a", "b");
    assertThat(state.record().goal()).isNull();
  }

  @Test
  void aPlanThatIsWrongIsRefusedWithEveryReason() {
    give(new ControllerInput.Started());
    command(
        SignalName.SWARM_TEMPLATE,
        "t",
        withPlan(new SwarmPlan("another", List.of(new Bee("a", null, null, Map.of())))));
    Outcome.Failure failure = (Outcome.Failure) outcomeOf("t");
    assertThat(failure.code()).isEqualTo("invalid-plan");
    assertThat(Objects.requireNonNull(failure.details())).hasSize(2);
  }

  @Test
  void whoeverSpeaksIsSwitchedByItsControlPlaneAndStaysAlive() {
    running();
    status("sink", true, null, "");
    effects.clear();
    command(SignalName.SWARM_STOP, "p", null);
    assertThat(goal().kept()).containsExactly("sink");
    assertThat(goal().keepsAlive("sink")).isTrue();
    assertThat(signalsTo("sink", SignalName.CONFIG_UPDATE)).hasSize(1);
    seen("generator", "processor", "sink");
    assertThat(goal().later()).as("the sink still works").hasSize(2);
    status("sink", false, goalKey(), "");
    assertThat(goal().later()).containsExactly("generator");
    seen("generator", "sink");
    status("sink", false, null, goalKey());
    assertThat(goal().later()).isEmpty();
    seen("sink");
    status("sink", false, null, goalKey());
    assertThat(outcomeOf("p").succeeded()).isTrue();
    effects.clear();
    command(SignalName.SWARM_START, "s2", null);
    assertThat(goal().keepsAlive("sink")).as("it waits for its turn alive").isTrue();
    assertThat(goal().isUp("sink")).isFalse();
  }

  /** It was told to wait for its turn, came up by itself meanwhile, and then heard of it. */
  @Test
  void whatTheControllerSaidLongAgoIsTakenBackWhenItArrives() {
    provisioned();
    command(SignalName.SWARM_START, "s", null);
    status("sink", true, null, "");
    assertThat(toldSink()).as("its turn has not come").hasSize(1);
    String late = toldSink().getFirst().idempotencyKey();
    seen("generator");
    seen("generator", "processor");
    seen("generator", "processor", "sink");
    status("sink", true, null, goalKey());
    assertThat(outcomeOf("s").succeeded()).isTrue();
    effects.clear();

    now = now.plusSeconds(60);
    status("sink", false, late, "");
    assertThat(toldSink()).as("a person's wish may be on its way").isEmpty();
    now = now.plusSeconds(10);
    give(new ControllerInput.Tick());

    assertThat(toldSink())
        .singleElement()
        .satisfies(signal ->
            assertThat(Objects.requireNonNull(signal.args()).at("/data/enabled").booleanValue())
                .isTrue());
  }

  @Test
  void whatAPersonSwitchedOffStaysOffUntilTheNextStart() {
    running();
    status("sink", true, null, "");
    update("sink", "u", "u1", SWARM, JsonNodeFactory.instance.objectNode().put("enabled", false));
    status("sink", false, "u", "");
    assertThat(outcomeOf("u").succeeded()).isTrue();
    effects.clear();

    now = now.plusSeconds(60);
    give(new ControllerInput.Tick());
    assertThat(toldSink()).isEmpty();

    command(SignalName.SWARM_START, "s2", null);
    seen("generator", "processor", "sink");
    assertThat(state.record().offByPeople()).isEmpty();
  }

  private List<Envelope.Signal> toldSink() {
    return sent().stream()
        .filter(message -> message.key().text().equals("sig.config-update.sink." + SWARM + "_sink"))
        .map(message -> (Envelope.Signal) message.body())
        .toList();
  }

  @Test
  void aStatusFromBeforeTheCommandProvesNothing() {
    provisioned();
    command(SignalName.SWARM_START, "s", null);
    String first = goalKey();
    status("generator", true, null, "");
    seen("generator");
    assertThat(goal().later()).as("it may have been sent long ago").hasSize(2);
    assertThat(signalsTo("generator", SignalName.STATUS_REQUEST)).isNotEmpty();
    status("generator", true, null, first);
    assertThat(goal().later()).containsExactly("sink");
  }

  @Test
  void aStaleStatusIsNotReliedUponBeforeTheActuatorWasAsked() {
    withActuator.addAll(List.of("generator", "processor", "sink"));
    provisioned();
    command(SignalName.SWARM_START, "s", null);
    seen("generator");
    assertThat(goal().later()).as("its Actuator was not asked yet").hasSize(2);
    assertThat(effects).contains(new ControllerEffect.Poll("generator"));
    give(new ControllerInput.Polled("generator", ActuatorAnswer.DOWN));
    assertThat(goal().later()).hasSize(2);
    give(new ControllerInput.Polled("generator", ActuatorAnswer.UP));
    assertThat(goal().later()).containsExactly("sink");
    seen("generator", "processor");
    give(new ControllerInput.Polled("processor", ActuatorAnswer.NONE));
    assertThat(goal().later()).as("the agent's own look must do").isEmpty();
    seen("generator", "processor", "sink");
    give(new ControllerInput.Polled("sink", ActuatorAnswer.UP));
    assertThat(outcomeOf("s").succeeded()).isTrue();
    effects.clear();
    now = now.plusSeconds(16);
    give(new ControllerInput.Tick());
    assertThat(effects).contains(new ControllerEffect.Poll("sink"));
    assertThat(aggregate().state()).isNotEqualTo(SwarmState.RUNNING);
    for (String name : List.of("generator", "processor", "sink")) {
      give(new ControllerInput.Polled(name, ActuatorAnswer.UP));
    }
    assertThat(aggregate().state()).isEqualTo(SwarmState.RUNNING);
    give(new ControllerInput.Polled("sink", ActuatorAnswer.DOWN));
    assertThat(aggregate().state()).isEqualTo(SwarmState.DEGRADED);
    assertThat(aggregate().totals().healthy()).isEqualTo(2);
  }

  private Envelope.Aggregate aggregate() {
    return sent().stream()
        .filter(message -> message.body() instanceof Envelope.Aggregate)
        .map(message -> (Envelope.Aggregate) message.body())
        .toList()
        .getLast();
  }

  private void update(
      String name, String key, String attempt, @Nullable String swarm, Object speed) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("speed", String.valueOf(speed)).put("enabled", true);
    update(name, key, attempt, swarm, data);
  }

  private void update(
      String name, String key, String attempt, @Nullable String swarm, ObjectNode data) {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    args.set("data", data);
    give(
        new ControllerInput.Received(
            new Message(
                new RoutingKey.ComponentSignal(SignalName.CONFIG_UPDATE, name, SWARM + "_" + name),
                new Envelope.Signal(
                    SignalName.CONFIG_UPDATE,
                    new Scope(swarm, name, SWARM + "_" + name),
                    attempt,
                    key,
                    "m",
                    now,
                    args))));
  }

  @Test
  void settingsAreConfirmedWhenAStatusShowsThemAndReplayedAfterwards() {
    running();
    update("sink", "c", "c1", SWARM, 1);
    status("sink", true, "other", "");
    status("sink", false, "c", "");
    assertThat(isOpen("c")).as("it is not enabled").isTrue();
    status("sink", true, "c", "");
    assertThat(outcomeOf("c").succeeded()).isTrue();
    assertThat(state.record().configs()).isEmpty();
    update("sink", "c", "c2", null, 1);
    assertThat(confirmations().getLast())
        .satisfies(c -> {
          assertThat(c.correlationId()).isEqualTo("c2");
          assertThat(c.originalCorrelationId()).isEqualTo("c1");
          assertThat(c.scope()).isEqualTo(new Scope(SWARM, "sink", SWARM + "_sink"));
        });
    update("sink", "c", "c3", SWARM, 2);
    assertThat(((Outcome.Failure) confirmations().getLast().outcome()).code())
        .isEqualTo("idempotency-conflict");
  }

  @Test
  void settingsForAComponentThatTheSwarmDoesNotHaveAreAnError() {
    running();
    update("stranger", "c", "c1", SWARM, 1);
    Outcome.Failure failure = (Outcome.Failure) outcomeOf("c");
    assertThat(failure.code()).isEqualTo("unknown-component");
    assertThat(Objects.requireNonNull(failure.details()).path("components")).hasSize(3);
    int before = confirmations().size();
    update("stranger", "d", "d1", null, 1);
    update("sink", "e", "e1", "another", 1);
    assertThat(confirmations()).as("those are for other swarms").hasSize(before);
    assertThat(effects).noneMatch(ControllerEffect.Refuse.class::isInstance);
  }

  @Test
  void settingsThatTheComponentRefusesOrNeverShowsAreErrorsOnce() {
    running();
    update("sink", "c", "c1", SWARM, 1);
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.putObject("configError").put("idempotencyKey", "c").put("message", "too fast");
    statusOf("sink", true, true, null, "", data);
    assertThat(((Outcome.Failure) outcomeOf("c")).message()).isEqualTo("too fast");
    update("processor", "d", "d1", SWARM, 1);
    now = now.plusSeconds(3);
    effects.clear();
    give(new ControllerInput.Tick());
    assertThat(signalsTo("processor", SignalName.STATUS_REQUEST)).hasSize(1);
    now = now.plusSeconds(30);
    give(new ControllerInput.Tick());
    assertThat(((Outcome.Failure) outcomeOf("d")).code()).isEqualTo("deadline-exceeded");
    int before = confirmations().size();
    status("processor", true, "d", "");
    assertThat(confirmations()).as("late").hasSize(before);
  }

  @Test
  void settingsForWhoeverDoesNotListenAreAnErrorAtOnce() {
    provisioned();
    seen();
    update("sink", "c", "c1", SWARM, 1);
    Member sink = new Member("sink", "sink", SWARM + "_sink");
    assertThat(effects).contains(new ControllerEffect.Seek(sink));
    give(new ControllerInput.Sought("sink", true));
    assertThat(state.record().configs()).as("somebody listens: it may answer yet").hasSize(1);
    give(new ControllerInput.Sought("generator", false));
    assertThat(state.record().configs()).as("another one").hasSize(1);
    give(new ControllerInput.Sought("sink", false));
    assertThat(state.record().configs()).isEmpty();
    assertThat(outcomeOf("c"))
        .isInstanceOfSatisfying(
            Outcome.Failure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo("not-listening");
              assertThat(failure.message()).contains("sink").contains("start the swarm");
            });
    int ended = state.record().ended().size();
    update("sink", "c", "c2", SWARM, 1);
    assertThat(state.record().ended()).as("the same again is only told again").hasSize(ended);
  }

  @Test
  void settingsThatWereOvertakenAreToldSo() {
    running();
    update("sink", "c", "c1", SWARM, 1);
    update("sink", "d", "d1", SWARM, 2);
    status("sink", true, "d", "");
    assertThat(((Outcome.Failure) outcomeOf("c")).code()).isEqualTo("superseded");
    assertThat(outcomeOf("d").succeeded()).isTrue();
  }

  @Test
  void aRestartInTheMiddleGoesOnWithTheWaveAndTheOpenSettings() {
    provisioned();
    command(SignalName.SWARM_START, "s", null);
    seen("generator");
    update("generator", "c", "c1", SWARM, 1);
    Goal before = goal();
    state = ControllerState.restored(state.record());
    effects.clear();
    give(new ControllerInput.Started());
    assertThat(effects).contains(new ControllerEffect.Pursue(before));
    assertThat(effects).anyMatch(ControllerEffect.Listen.class::isInstance);
    seen("generator", "processor");
    assertThat(goal().later()).isEmpty();
    status("generator", true, "c", "");
    assertThat(outcomeOf("c").succeeded()).isTrue();
  }

  @Test
  void aRemovalEndsOpenSettings() {
    running();
    update("sink", "c", "c1", SWARM, 1);
    command(SignalName.SWARM_REMOVE, "r", null);
    give(
        new ControllerInput.Reported(
            new Evidence(
                goal().generation(), Evidence.Stage.GONE, null, Totals.NONE, List.of(), null)));
    assertThat(outcomeOf("r").succeeded()).isTrue();
    assertThat(((Outcome.Failure) outcomeOf("c")).code()).isEqualTo("not-provisioned");
  }

  @Test
  void whoOwesNothingIsNotAskedAndNothingWakesForIt() {
    running();
    status("sink", true, null, "");
    effects.clear();
    Instant wake = machine.nextWake(state).orElseThrow();
    assertThat(wake).isAfter(now);
    now = now.plusSeconds(2);
    give(new ControllerInput.Tick());
    assertThat(signalsTo("sink", SignalName.STATUS_REQUEST)).isEmpty();
    assertThat(machine.nextWake(state).orElseThrow()).isAfter(now);
  }
}
