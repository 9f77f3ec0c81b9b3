package dev.fleetwright.swarm.simulation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Somebody at a command line: sends a command under a key of its own, again and again, until it
 * hears how it ended or loses patience.
 */
final class Operator {

  private static final int MOST_ATTEMPTS = 80;

  private final Clockwork time;
  private final Network network;
  private final String swarm;

  /** What was heard for each key; never two different things. */
  final Map<String, Outcome> outcomes = new HashMap<>();

  /** Every command that was sent, by what ends it. */
  final Map<String, SignalName> sent = new HashMap<>();

  private final Map<String, Consumer<Outcome>> waiting = new HashMap<>();

  Operator(String swarm, Clockwork time, Network network) {
    this.time = time;
    this.network = network;
    this.swarm = swarm;
    network.bind(
        Actor.OBSERVER,
        key ->
            key instanceof RoutingKey.SwarmReady
                || key instanceof RoutingKey.SwarmError
                || key instanceof RoutingKey.ConfigReady
                || key instanceof RoutingKey.ConfigError
                || key instanceof RoutingKey.SwarmCreated,
        this::heard);
  }

  private boolean heard(Message message) {
    switch (message.body()) {
      case Envelope.Confirmation confirmation ->
          ended(
              confirmation.signal() + " " + confirmation.idempotencyKey(), confirmation.outcome());
      case Envelope.Milestone milestone -> {
        if (milestone.idempotencyKey() != null) {
          ended(
              SignalName.SWARM_CREATE + " " + milestone.idempotencyKey(),
              new Outcome.Success(null));
        }
      }
      default -> {}
    }
    return true;
  }

  private void ended(String command, Outcome outcome) {
    Outcome known = outcomes.putIfAbsent(command, outcome);
    if (known != null && !known.equals(outcome)) {
      time.violation(command + " ended as " + known + " and as " + outcome);
    }
    Consumer<Outcome> then = waiting.remove(command);
    if (then != null) {
      then.accept(outcome);
    }
  }

  void create(SwarmPlan plan, Consumer<Outcome> then) {
    command(SignalName.SWARM_CREATE, withPlan(plan), then);
  }

  void template(SwarmPlan plan, Consumer<Outcome> then) {
    command(SignalName.SWARM_TEMPLATE, withPlan(plan), then);
  }

  private static ObjectNode withPlan(SwarmPlan plan) {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    args.set("plan", plan.toJson());
    return args;
  }

  void command(SignalName signal, @Nullable ObjectNode args, Consumer<Outcome> then) {
    String key = time.id();
    track(signal, key, then);
    send(
        1,
        signal + " " + key,
        () ->
            new Message(
                new RoutingKey.SwarmSignal(signal, swarm),
                new Envelope.Signal(
                    signal, Scope.swarm(swarm), time.id(), key, time.id(), time.now(), args)));
  }

  /** Settings for a component; not enabled, which is the controller's while it starts and stops. */
  void configure(String role) {
    String key = time.id();
    String instance = swarm + "_" + role;
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    args.putObject("data").put("speed", time.below(100));
    track(SignalName.CONFIG_UPDATE, key, _ -> {});
    send(
        1,
        SignalName.CONFIG_UPDATE + " " + key,
        () ->
            new Message(
                new RoutingKey.ComponentSignal(SignalName.CONFIG_UPDATE, role, instance),
                new Envelope.Signal(
                    SignalName.CONFIG_UPDATE,
                    new Scope(swarm, role, instance),
                    time.id(),
                    key,
                    time.id(),
                    time.now(),
                    args)));
  }

  private void track(SignalName signal, String key, Consumer<Outcome> then) {
    sent.put(signal + " " + key, signal);
    waiting.put(signal + " " + key, then);
  }

  private void send(int attempt, String command, java.util.function.Supplier<Message> message) {
    if (!waiting.containsKey(command)) {
      return;
    }
    if (attempt > MOST_ATTEMPTS) {
      Consumer<Outcome> then = waiting.remove(command);
      if (then != null) {
        then.accept(new Outcome.Failure("no-answer", "nobody answers", "deliver", true));
      }
      return;
    }
    network.send(Actor.ORCHESTRATOR, message.get());
    time.in(
        Duration.ofSeconds(3),
        "operator looks for " + command,
        () -> send(attempt + 1, command, message));
  }
}
