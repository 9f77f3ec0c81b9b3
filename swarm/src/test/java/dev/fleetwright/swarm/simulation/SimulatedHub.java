package dev.fleetwright.swarm.simulation;

import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorEffect;
import dev.fleetwright.swarm.orchestrator.OrchestratorInput;
import dev.fleetwright.swarm.orchestrator.OrchestratorMachine;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.orchestrator.OrchestratorState;
import dev.fleetwright.swarm.orchestrator.OrchestratorStep;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The orchestrator: crashes between any two steps, and comes back with what it stored. */
final class SimulatedHub {

  private final Clockwork time;
  private final Network network;
  private final SimulatedAgent agent;
  private final OrchestratorMachine machine;
  private OrchestratorRecord stored;
  private @Nullable OrchestratorState state;
  private @Nullable Instant wake;

  /** Each command's outcome, as it was told; a second one would be another. */
  final Map<String, EndedOperation> outcomes = new HashMap<>();

  SimulatedHub(String swarm, Clockwork time, Network network, SimulatedAgent agent) {
    this.time = time;
    this.network = network;
    this.agent = agent;
    this.machine = new OrchestratorMachine(OrchestratorSettings.DEFAULT, time::id);
    this.stored = OrchestratorRecord.fresh(swarm);
    network.bind(
        Actor.ORCHESTRATOR,
        SimulatedHub::isBound,
        message -> take(new OrchestratorInput.Received(message)));
  }

  private static boolean isBound(RoutingKey key) {
    return switch (key) {
      case RoutingKey.SwarmSignal _,
          RoutingKey.SwarmReady _,
          RoutingKey.SwarmError _,
          RoutingKey.SwarmCreated _,
          RoutingKey.ControllerReady _ ->
          true;
      case RoutingKey.Status status -> status.isAggregate();
      case RoutingKey.ComponentSignal _, RoutingKey.ConfigReady _, RoutingKey.ConfigError _ ->
          false;
    };
  }

  OrchestratorRecord record() {
    return stored;
  }

  SwarmView view() {
    OrchestratorState known = state;
    return machine.view(known == null ? OrchestratorState.restored(record()) : known, time.now());
  }

  boolean isUp() {
    return state != null;
  }

  void start() {
    if (state == null) {
      state =
          OrchestratorState.restored(
              RecordJson.read(RecordJson.write(stored), OrchestratorRecord.class));
      take(new OrchestratorInput.Started());
    }
  }

  void crash() {
    if (state != null) {
      state = null;
      wake = null;
      time.inMillis(time.below(5_000), "hub starts", this::start);
    }
  }

  void reconnect() {
    take(new OrchestratorInput.Reconnected());
  }

  void desire(Desire desire) {
    if (!take(new OrchestratorInput.Desired(desire))) {
      time.in(Duration.ofSeconds(1), "desire again", () -> desire(desire));
    }
  }

  private boolean take(OrchestratorInput input) {
    OrchestratorState before = state;
    if (before == null) {
      return false;
    }
    OrchestratorStep step = machine.apply(before, input, time.now());
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

  private void perform(OrchestratorEffect effect) {
    switch (effect) {
      case OrchestratorEffect.Send(Message message) -> network.send(Actor.ORCHESTRATOR, message);
      case OrchestratorEffect.Post(var outgoing) -> {
        network.send(Actor.ORCHESTRATOR, outgoing.message());
        time.inMillis(
            time.below(50),
            "delivered",
            () -> take(new OrchestratorInput.Delivered(Set.of(outgoing.messageId()))));
      }
      case OrchestratorEffect.EnsureController _ -> agent.ensureController();
      case OrchestratorEffect.Deliver(_, SwarmPlan plan, _) -> agent.deliver(plan);
      case OrchestratorEffect.TearDownController _ -> agent.tearDown();
      case OrchestratorEffect.Forget _ -> {}
      case OrchestratorEffect.Ended(_, EndedOperation done) -> {
        time.note("  hub ended ", done);
        EndedOperation known =
            outcomes.putIfAbsent(
                done.operation().command().signal() + " " + done.operation().idempotencyKey(),
                done);
        if (known != null) {
          time.violation("a second outcome at the hub: " + known + " and " + done);
        }
      }
    }
  }

  private void scheduleWake() {
    OrchestratorState known = state;
    Instant next = known == null ? null : machine.nextWake(known, time.now()).orElse(null);
    if (next != null && !next.equals(wake)) {
      wake = next;
      time.at(
          next,
          "hub tick",
          () -> {
            if (next.equals(wake)) {
              wake = null;
              take(new OrchestratorInput.Tick());
            }
          });
    }
  }
}
