package dev.fleetwright.swarm.simulation;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ActuatorAnswer;
import dev.fleetwright.swarm.controller.ControllerEffect;
import dev.fleetwright.swarm.controller.ControllerInput;
import dev.fleetwright.swarm.controller.ControllerMachine;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.controller.ControllerState;
import dev.fleetwright.swarm.controller.ControllerStep;
import dev.fleetwright.swarm.controller.EndedCommand;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The agent of one cluster with the controller in it. What runs in the cluster outlives both. */
final class SimulatedAgent {

  private final Clockwork time;
  private final Network network;
  private final String swarm;
  private final ControllerMachine machine;
  final List<SimulatedProcess> processes = new ArrayList<>();
  final StartOrderCheck order = new StartOrderCheck(this);
  private ControllerRecord stored;
  private @Nullable ControllerState state;
  private @Nullable Instant wake;
  private @Nullable Goal goal;
  private @Nullable Goal applied;
  private boolean hosted;

  /** Each command's outcome, as it was told. */
  final Map<String, EndedCommand> outcomes = new HashMap<>();

  final EffectCheck effects;

  SimulatedAgent(String swarm, Clockwork time, Network network) {
    this.time = time;
    this.network = network;
    this.swarm = swarm;
    this.machine = new ControllerMachine(ControllerSettings.DEFAULT, time::id);
    this.stored = ControllerRecord.fresh(swarm);
    this.effects = new EffectCheck(time);
    network.bind(
        Actor.SWARM_CONTROLLER,
        this::isBound,
        message -> take(new ControllerInput.Received(message)));
  }

  void add(String name, boolean mute) {
    processes.add(new SimulatedProcess(swarm, name, mute, time, network, this::looksAgain));
  }

  private boolean isBound(RoutingKey key) {
    return switch (key) {
      case RoutingKey.SwarmSignal signal -> signal.signal() != SignalName.SWARM_CREATE;
      case RoutingKey.ComponentSignal signal ->
          signal.signal() == SignalName.CONFIG_UPDATE
              || signal.role().equals(RoutingKey.CONTROLLER_ROLE);
      case RoutingKey.Status status -> !status.isAggregate();
      case RoutingKey.SwarmReady _,
          RoutingKey.SwarmError _,
          RoutingKey.SwarmCreated _,
          RoutingKey.ControllerReady _,
          RoutingKey.ConfigReady _,
          RoutingKey.ConfigError _ ->
          false;
    };
  }

  Clockwork time() {
    return time;
  }

  ControllerRecord record() {
    return stored;
  }

  boolean isUp() {
    return state != null;
  }

  /** What was brought about last, completely or not. */
  @Nullable Goal applied() {
    return applied;
  }

  void ensureController() {
    hosted = true;
    if (state == null) {
      time.inMillis(time.below(2_000), "controller hosted", this::start);
    }
  }

  void deliver(SwarmPlan plan) {
    time.note("  delivered ", plan.template());
    ensureController();
  }

  void tearDown() {
    hosted = false;
    state = null;
    wake = null;
    goal = null;
  }

  void start() {
    if (state == null && hosted) {
      state =
          ControllerState.restored(
              RecordJson.read(RecordJson.write(stored), ControllerRecord.class));
      take(new ControllerInput.Started());
    }
  }

  void crash() {
    if (state != null) {
      state = null;
      wake = null;
      goal = null;
      time.inMillis(time.below(5_000), "agent starts", this::start);
    }
  }

  void reconnect() {
    take(new ControllerInput.Reconnected());
  }

  private boolean take(ControllerInput input) {
    ControllerState before = state;
    if (before == null) {
      return false;
    }
    ControllerStep step = machine.apply(before, input, time.now());
    if (time.crashes()) {
      crash();
      return false;
    }
    if (!step.state().record().equals(before.record())) {
      stored = step.state().record();
    }
    if (time.crashes()) {
      crash();
      return false;
    }
    state = step.state();
    step.effects().forEach(this::perform);
    scheduleWake();
    return true;
  }

  private void perform(ControllerEffect effect) {
    switch (effect) {
      case ControllerEffect.Send(Message message) -> network.send(Actor.SWARM_CONTROLLER, message);
      case ControllerEffect.Post(var outgoing) -> {
        if (!record().outbox().contains(outgoing)) {
          time.violation("confirmed before it is stored: " + outgoing);
        }
        network.send(Actor.SWARM_CONTROLLER, outgoing.message());
        time.inMillis(
            time.below(50),
            "delivered",
            () -> take(new ControllerInput.Delivered(Set.of(outgoing.messageId()))));
      }
      case ControllerEffect.Pursue(Goal next) -> pursue(next);
      case ControllerEffect.Poll(String component) ->
          time.inMillis(
              time.below(2_000),
              "polled " + component,
              () -> take(new ControllerInput.Polled(component, answer(component))));
      case ControllerEffect.Seek(var member) ->
          time.inMillis(
              time.below(50),
              "sought " + member.name(),
              () -> take(new ControllerInput.Sought(member.name(), true)));
      case ControllerEffect.Listen _ -> {}
      case ControllerEffect.Ended(EndedCommand command) -> {
        time.note("  controller ended ", command);
        EndedCommand known = outcomes.putIfAbsent(command.key().toString(), command);
        if (known != null) {
          time.violation("a second outcome at the controller: " + known + " and " + command);
        }
      }
      case ControllerEffect.Refuse(Message message, _) -> time.violation("refused " + message);
    }
  }

  private ActuatorAnswer answer(String component) {
    return processes.stream()
        .filter(process -> process.name.equals(component))
        .findFirst()
        .map(process -> process.isUp() ? ActuatorAnswer.UP : ActuatorAnswer.DOWN)
        .orElse(ActuatorAnswer.NONE);
  }

  private void scheduleWake() {
    ControllerState known = state;
    Instant next = known == null ? null : machine.nextWake(known).orElse(null);
    if (next != null && !next.equals(wake)) {
      wake = next;
      time.at(
          next,
          "controller tick",
          () -> {
            if (next.equals(wake)) {
              wake = null;
              take(new ControllerInput.Tick());
            }
          });
    }
  }

  private void pursue(Goal next) {
    effects.pursued(next, record());
    goal = next;
    order.pursued(next, time.now());
    report();
    time.inMillis(
        100 + time.below(3_000),
        next,
        () -> {
          if (next.equals(goal)) {
            applied = next;
            for (SimulatedProcess process : processes) {
              process.want(next.keepsAlive(process.name));
              if (next.run() == RunState.REMOVED) {
                process.forget();
              }
            }
            report();
          }
        });
  }

  private void looksAgain() {
    order.check();
    report();
  }

  /** Looks a little later, and tells what it sees then. */
  private void report() {
    Goal current = goal;
    if (current != null) {
      time.inMillis(
          time.below(500),
          "evidence",
          () -> {
            if (current.equals(goal)) {
              take(new ControllerInput.Reported(evidence(current)));
            }
          });
    }
  }

  private Evidence evidence(Goal current) {
    boolean done = current.equals(applied);
    boolean removed = current.run() == RunState.REMOVED;
    List<String> left =
        removed
            ? processes.stream().filter(SimulatedProcess::isUp).map(p -> p.name).toList()
            : List.of();
    Evidence.Stage stage =
        !done || !left.isEmpty()
            ? Evidence.Stage.PROGRESSING
            : removed ? Evidence.Stage.GONE : Evidence.Stage.APPLIED;
    List<Evidence.Component> components =
        removed ? List.of() : processes.stream().map(p -> component(current, p)).toList();
    int up = (int) processes.stream().filter(SimulatedProcess::isUp).count();
    TemplateRef template = current.template();
    return new Evidence(
        current.generation(),
        stage,
        template == null ? null : template.hash(),
        removed ? Totals.NONE : new Totals(processes.size(), up, up, up),
        left,
        null,
        components);
  }

  private static Evidence.Component component(Goal goal, SimulatedProcess process) {
    int up = process.isUp() ? 1 : 0;
    return new Evidence.Component(
        process.name,
        process.mute ? null : process.role,
        process.mute ? null : process.instance,
        true,
        new Totals(1, up, up, goal.keepsAlive(process.name) ? 1 : 0));
  }
}
