package dev.fleetwright.swarm.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerEffect;
import dev.fleetwright.swarm.controller.ControllerInput;
import dev.fleetwright.swarm.controller.ControllerMachine;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.controller.ControllerState;
import dev.fleetwright.swarm.controller.ControllerStep;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.OrchestratorEffect;
import dev.fleetwright.swarm.orchestrator.OrchestratorInput;
import dev.fleetwright.swarm.orchestrator.OrchestratorMachine;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.orchestrator.OrchestratorState;
import dev.fleetwright.swarm.orchestrator.OrchestratorStep;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.protocol.Wire;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One swarm with its orchestrator, controller and cluster in one thread, on a virtual clock and a
 * network that delays, duplicates, reorders and drops. Roles crash and come back with what they
 * stored and nothing else. One seed, one history.
 */
final class Simulation {

  private static final Protocol PROTOCOL = Protocol.bundled();
  private static final String SWARM = "team_shop_c1";
  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  private record Event(Instant at, long order, Object what, Runnable run) {}

  private final Random random;
  private final List<Object[]> trace = new ArrayList<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::order));
  private final Ids ids;
  private final OrchestratorMachine orchestrators;
  private final ControllerMachine controllers;

  private Instant now = EPOCH;
  private long order;
  private long nextId;
  private boolean chaos = true;

  private JsonNode orchestratorStored = RecordJson.write(OrchestratorRecord.fresh(SWARM));
  private @Nullable OrchestratorState orchestrator;
  private @Nullable Instant orchestratorWake;
  private JsonNode controllerStored = RecordJson.write(ControllerRecord.fresh(SWARM));
  private @Nullable ControllerState controller;
  private @Nullable Instant controllerWake;

  private @Nullable Goal agentGoal;
  private @Nullable Goal clusterHas;

  /** What the run is judged by. */
  final Set<String> keysSent = new TreeSet<>();

  final Map<Long, Goal> goalsByGeneration = new HashMap<>();
  final List<String> violations = new ArrayList<>();

  Simulation(long seed) {
    this.random = new Random(seed);
    this.ids = () -> "id-" + nextId++;
    this.orchestrators = new OrchestratorMachine(OrchestratorSettings.DEFAULT, ids);
    this.controllers = new ControllerMachine(ControllerSettings.DEFAULT, ids);
  }

  /** Desires come while everything goes wrong; then it heals, and time passes. */
  SwarmView run() {
    startOrchestrator();
    Desire last = Desire.removed();
    long at = 0;
    for (int i = 2 + random.nextInt(5); i > 0; i--) {
      Desire desire = someDesire();
      at += random.nextInt(60_000);
      last = desire;
      schedule(Duration.ofMillis(at), "desire " + desire, () -> desire(desire));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      int when = random.nextInt((int) at + 10_000);
      schedule(
          Duration.ofMillis(when),
          "crash",
          random.nextBoolean() ? this::crashOrchestrator : this::crashController);
    }
    Desire finalDesire = last;
    schedule(
        Duration.ofMillis(at + 60_000),
        "heal",
        () -> {
          chaos = false;
          desire(finalDesire);
        });
    Instant end = EPOCH.plusMillis(at + 60_000).plus(Duration.ofMinutes(40));
    for (int steps = 0; !events.isEmpty() && !events.peek().at().isAfter(end); steps++) {
      if (isAtRest()) {
        end = end.isAfter(now.plusSeconds(60)) ? now.plusSeconds(60) : end;
      }
      if (steps > 100_000) {
        violations.add("it never comes to rest");
        break;
      }
      Event event = events.remove();
      now = event.at();
      note(event.what());
      event.run().run();
    }
    OrchestratorState rest = orchestrator;
    return orchestrators.view(
        rest == null ? OrchestratorState.restored(storedOrchestrator()) : rest, now);
  }

  /** What is still on the way then has a minute to do harm. */
  private boolean isAtRest() {
    OrchestratorState state = orchestrator;
    return !chaos && state != null && orchestrators.view(state, now).reached();
  }

  private Desire someDesire() {
    TemplateRef template = new TemplateRef("c1", "shop", "hash-" + random.nextInt(2));
    return switch (random.nextInt(5)) {
      case 0, 1 -> Desire.running(template);
      case 2, 3 -> Desire.stopped(template);
      default -> Desire.removed();
    };
  }

  OrchestratorRecord storedOrchestrator() {
    return RecordJson.read(orchestratorStored, OrchestratorRecord.class);
  }

  ControllerRecord storedController() {
    return RecordJson.read(controllerStored, ControllerRecord.class);
  }

  boolean isControllerUp() {
    return controller != null;
  }

  @Nullable Goal cluster() {
    return clusterHas;
  }

  String trace() {
    StringBuilder text = new StringBuilder();
    for (Object[] line : trace) {
      text.append(Duration.between(EPOCH, (Instant) line[0])).append(' ');
      for (int i = 1; i < line.length; i++) {
        text.append(line[i]);
      }
      text.append('\n');
    }
    return text.toString();
  }

  // The orchestrator.

  private void startOrchestrator() {
    orchestrator = OrchestratorState.restored(storedOrchestrator());
    orchestrate(new OrchestratorInput.Started());
  }

  private void crashOrchestrator() {
    if (orchestrator != null) {
      orchestrator = null;
      orchestratorWake = null;
      schedule(
          Duration.ofMillis(random.nextInt(5_000)), "orchestrator starts", this::startOrchestrator);
    }
  }

  private void desire(Desire desire) {
    if (orchestrator == null) {
      schedule(Duration.ofSeconds(1), "desire again", () -> desire(desire));
    } else {
      orchestrate(new OrchestratorInput.Desired(desire));
    }
  }

  /** False when the input was not taken, so that a message stays in its queue. */
  private boolean orchestrate(OrchestratorInput input) {
    OrchestratorState before = orchestrator;
    if (before == null) {
      return false;
    }
    OrchestratorStep step = orchestrators.apply(before, input, now);
    if (crashes()) {
      crashOrchestrator();
      return false;
    }
    if (!step.state().record().equals(before.record())) {
      orchestratorStored = RecordJson.write(step.state().record());
    }
    if (crashes()) {
      crashOrchestrator();
      return false;
    }
    orchestrator = step.state();
    for (OrchestratorEffect effect : step.effects()) {
      switch (effect) {
        case OrchestratorEffect.Send(Message message) -> transmit(Actor.ORCHESTRATOR, message);
        case OrchestratorEffect.Post(var outgoing) -> {
          transmit(Actor.ORCHESTRATOR, outgoing.message());
          schedule(
              Duration.ofMillis(random.nextInt(50)),
              "delivered",
              () -> orchestrate(new OrchestratorInput.Delivered(Set.of(outgoing.messageId()))));
        }
        case OrchestratorEffect.EnsureController _ -> {
          if (controller == null) {
            schedule(
                Duration.ofMillis(random.nextInt(2_000)),
                "controller hosted",
                this::startController);
          }
        }
        case OrchestratorEffect.TearDownController _ -> controller = null;
        case OrchestratorEffect.Ended(_, var operation) -> note("  ended ", operation);
      }
    }
    wakeOrchestrator();
    return true;
  }

  private void wakeOrchestrator() {
    OrchestratorState state = orchestrator;
    if (state == null) {
      return;
    }
    Instant wake = orchestrators.nextWake(state, now).orElse(null);
    if (wake != null && !wake.equals(orchestratorWake)) {
      orchestratorWake = wake;
      Duration wait = Duration.between(now, wake);
      schedule(
          wait.isNegative() ? Duration.ofMillis(1) : wait,
          "orchestrator tick",
          () -> {
            if (wake.equals(orchestratorWake)) {
              orchestratorWake = null;
              orchestrate(new OrchestratorInput.Tick());
            }
          });
    }
  }

  // The controller and its agent.

  private void startController() {
    if (controller == null) {
      controller = ControllerState.restored(storedController());
      control(new ControllerInput.Started());
    }
  }

  private void crashController() {
    if (controller != null) {
      controller = null;
      controllerWake = null;
      agentGoal = null;
      schedule(
          Duration.ofMillis(random.nextInt(5_000)), "controller starts", this::startController);
    }
  }

  private boolean control(ControllerInput input) {
    ControllerState before = controller;
    if (before == null) {
      return false;
    }
    ControllerStep step = controllers.apply(before, input, now);
    if (crashes()) {
      crashController();
      return false;
    }
    if (!step.state().record().equals(before.record())) {
      controllerStored = RecordJson.write(step.state().record());
    }
    if (crashes()) {
      crashController();
      return false;
    }
    controller = step.state();
    for (ControllerEffect effect : step.effects()) {
      switch (effect) {
        case ControllerEffect.Send(Message message) -> transmit(Actor.SWARM_CONTROLLER, message);
        case ControllerEffect.Post(var outgoing) -> {
          if (!storedController().outbox().contains(outgoing)) {
            violations.add("confirmed before it is stored: " + outgoing);
          }
          transmit(Actor.SWARM_CONTROLLER, outgoing.message());
          schedule(
              Duration.ofMillis(random.nextInt(50)),
              "delivered",
              () -> control(new ControllerInput.Delivered(Set.of(outgoing.messageId()))));
        }
        case ControllerEffect.Pursue(Goal goal) -> pursue(goal);
        case ControllerEffect.Ended(var command) -> note("  ended ", command);
        case ControllerEffect.Refuse(Message message, _) -> violations.add("refused " + message);
      }
    }
    wakeController();
    return true;
  }

  private void wakeController() {
    ControllerState state = controller;
    if (state == null) {
      return;
    }
    Instant wake = controllers.nextWake(state).orElse(null);
    if (wake != null && !wake.equals(controllerWake)) {
      controllerWake = wake;
      Duration wait = Duration.between(now, wake);
      schedule(
          wait.isNegative() ? Duration.ofMillis(1) : wait,
          "controller tick",
          () -> {
            if (wake.equals(controllerWake)) {
              controllerWake = null;
              control(new ControllerInput.Tick());
            }
          });
    }
  }

  private void pursue(Goal goal) {
    Goal known = goalsByGeneration.putIfAbsent(goal.generation(), goal);
    if (known != null && !known.equals(goal)) {
      violations.add("generation " + goal.generation() + " was " + known + " and is " + goal);
    }
    if (!goal.equals(storedController().goal())) {
      violations.add("the agent is told before it is stored: " + goal);
    }
    agentGoal = goal;
    report(goal, Evidence.Stage.PROGRESSING);
    schedule(
        Duration.ofMillis(100 + random.nextInt(8_000)),
        goal,
        () -> {
          if (goal.equals(agentGoal)) {
            clusterHas = goal;
            report(
                goal,
                goal.run() == RunState.REMOVED ? Evidence.Stage.GONE : Evidence.Stage.APPLIED);
          }
        });
  }

  private void report(Goal goal, Evidence.Stage stage) {
    boolean runs = stage == Evidence.Stage.APPLIED && goal.run() == RunState.RUNNING;
    int up = runs ? 3 : 0;
    TemplateRef template = goal.template();
    Evidence evidence =
        new Evidence(
            goal.generation(),
            stage,
            template == null ? null : template.hash(),
            new Totals(3, up, up, up),
            List.of(),
            null);
    schedule(
        Duration.ofMillis(random.nextInt(500)),
        "evidence " + stage,
        () -> control(new ControllerInput.Reported(evidence)));
  }

  // The network: everything is encoded and decoded, so everything is checked against the file.

  private void transmit(Actor sender, Message message) {
    if (message.body() instanceof Envelope.Signal signal
        && signal.signal() != SignalName.STATUS_REQUEST) {
      keysSent.add(signal.idempotencyKey());
    }
    Wire wire = PROTOCOL.encode(sender, message).orThrow();
    int copies = !chaos ? 1 : random.nextInt(100) < 20 ? 0 : random.nextInt(100) < 15 ? 2 : 1;
    note("  ", sender, " sends ", copies, " of ", wire);
    for (int i = 0; i < copies; i++) {
      Duration delay =
          Duration.ofMillis(
              chaos && random.nextInt(20) == 0
                  ? random.nextInt(90_000)
                  : random.nextInt(chaos ? 1_500 : 20));
      schedule(delay, wire, () -> arrive(message.key(), wire));
    }
  }

  private void arrive(RoutingKey key, Wire wire) {
    boolean signal = key instanceof RoutingKey.SwarmSignal;
    boolean create =
        key instanceof RoutingKey.SwarmSignal(SignalName name, _)
            && name == SignalName.SWARM_CREATE;
    boolean request = key instanceof RoutingKey.ComponentSignal;
    if (!request) {
      deliver(Actor.ORCHESTRATOR, wire);
    }
    if ((signal && !create) || request) {
      deliver(Actor.SWARM_CONTROLLER, wire);
    }
  }

  /** A message that was not taken stays in the queue of its receiver and is delivered again. */
  private void deliver(Actor receiver, Wire wire) {
    Message message = PROTOCOL.decode(receiver, wire.key(), wire.body()).orThrow();
    boolean taken =
        receiver == Actor.ORCHESTRATOR
            ? orchestrate(new OrchestratorInput.Received(message))
            : control(new ControllerInput.Received(message));
    boolean gone = receiver == Actor.SWARM_CONTROLLER && controller == null && !chaos;
    if (!taken && !gone) {
      schedule(Duration.ofSeconds(2), wire, () -> deliver(receiver, wire));
    }
  }

  private boolean crashes() {
    return chaos && random.nextInt(150) == 0;
  }

  private void schedule(Duration delay, Object what, Runnable run) {
    events.add(new Event(now.plus(delay), order++, what, run));
  }

  /** Put into words only when somebody reads it. */
  private void note(Object... parts) {
    Object[] line = new Object[parts.length + 1];
    line[0] = now;
    System.arraycopy(parts, 0, line, 1, parts.length);
    trace.add(line);
  }
}
