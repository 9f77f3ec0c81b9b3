package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** One message of every kind, with the actor that sends it. */
final class Samples {

  private Samples() {}

  static Map<Message, Actor> everyMessage(Instant now) {
    Map<Message, Actor> all = new LinkedHashMap<>();
    for (SignalName name : SignalName.values()) {
      Scope scope = name.addressesSwarm() ? Scope.swarm("s-1") : Scope.instance("processor", "p-1");
      RoutingKey key =
          name.addressesSwarm()
              ? new RoutingKey.SwarmSignal(name, "s-1")
              : new RoutingKey.ComponentSignal(name, "processor", "p-1");
      var args = JsonNodeFactory.instance.objectNode().put("sequence", 1);
      all.put(
          new Message(key, new Envelope.Signal(name, scope, "c", "k", "m", now, args)),
          Actor.ORCHESTRATOR);
      if (name == SignalName.STATUS_REQUEST) {
        continue;
      }
      if (name != SignalName.SWARM_CREATE) {
        RoutingKey ready =
            name == SignalName.CONFIG_UPDATE
                ? new RoutingKey.ConfigReady("processor", "p-1")
                : new RoutingKey.SwarmReady(name, "s-1");
        Outcome success = new Outcome.Success(SwarmState.RUNNING);
        all.put(
            new Message(
                ready, new Envelope.Confirmation(name, scope, success, "c", "k", now, "m", "c0")),
            Actor.SWARM_CONTROLLER);
      }
      RoutingKey error =
          name == SignalName.CONFIG_UPDATE
              ? new RoutingKey.ConfigError("processor", "p-1")
              : new RoutingKey.SwarmError(name, "s-1");
      Outcome failure =
          new Outcome.Failure("code", "message", "phase", true, args, SwarmState.FAILED);
      all.put(
          new Message(
              error, new Envelope.Confirmation(name, scope, failure, "c", "k", now, "m", null)),
          name == SignalName.SWARM_CREATE ? Actor.ORCHESTRATOR : Actor.SWARM_CONTROLLER);
    }
    all.put(
        new Message(
            new RoutingKey.SwarmCreated("s-1"),
            new Envelope.Milestone("s-1", SwarmState.NEW, "c", "k", "m", now)),
        Actor.ORCHESTRATOR);
    all.put(
        new Message(
            new RoutingKey.ControllerReady("s-1"),
            new Envelope.Handshake("s-1", "s-1", SwarmState.NEW, "m", now)),
        Actor.SWARM_CONTROLLER);
    for (StatusKind kind : StatusKind.values()) {
      all.put(
          new Message(
              new RoutingKey.Status(kind, RoutingKey.CONTROLLER_ROLE, "s-1"),
              new Envelope.Aggregate(
                  kind,
                  "s-1",
                  now,
                  SwarmState.RUNNING,
                  new Totals(3, 2, 1, 0),
                  now,
                  10,
                  "s-1",
                  "hash",
                  7L,
                  "m",
                  "c")),
          Actor.SWARM_CONTROLLER);
      all.put(
          new Message(
              new RoutingKey.Status(kind, "processor", "p-1"),
              new Envelope.ComponentStatus(
                  kind,
                  "processor",
                  "p-1",
                  now,
                  "s-1",
                  "idle",
                  false,
                  true,
                  "k",
                  JsonNodeFactory.instance.objectNode().put("tps", 3),
                  "m",
                  "c")),
          Actor.COMPONENT);
    }
    return all;
  }
}
