package dev.fleetwright.swarm.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings go to components, past the controller, which looks on: it confirms an update when a
 * status of the component shows its key, and in no other case.
 */
final class ConfigUpdates {

  /** In {@code args}: the controller's own switching on and off is nobody's command. */
  static final String ORIGIN = "origin";

  private static final int MOST_NAMES = 20;

  private final ControllerTurn turn;

  ConfigUpdates(ControllerTurn turn) {
    this.turn = turn;
  }

  void received(String role, String instance, Envelope.Signal signal) {
    boolean own =
        signal.args() != null
            && RoutingKey.CONTROLLER_ROLE.equals(signal.args().path(ORIGIN).asText(""));
    boolean toController = role.equals(RoutingKey.CONTROLLER_ROLE);
    boolean toUs = toController && instance.equals(turn.swarmId);
    Optional<Member> member =
        turn.members.stream().filter(one -> one.isAt(role, instance)).findFirst();
    String named = signal.scope().swarmId();
    boolean ours = named == null ? member.isPresent() || toUs : named.equals(turn.swarmId);
    if (own || !ours || (toController && !toUs)) {
      // Every controller hears of every update; this one is for another swarm.
      return;
    }
    CommandKey key =
        new CommandKey(
            SignalName.CONFIG_UPDATE,
            new Scope(turn.swarmId, role, instance),
            signal.idempotencyKey());
    Optional<OpenCommand> open =
        turn.configs.stream()
            .map(OpenConfig::command)
            .filter(command -> command.key().equals(key))
            .findFirst();
    if (turn.confirmations.isDuplicate(key, signal, open)
        || turn.confirmations.isFull(signal, key)) {
      return;
    }
    OpenCommand command =
        new OpenCommand(
            key,
            Json.digest(signal.args()),
            signal.correlationId(),
            turn.now,
            turn.now.plus(turn.settings.timeFor(SignalName.CONFIG_UPDATE)),
            null);
    Outcome.Failure refusal = refusal(toUs, member, role, instance, signal);
    if (refusal != null) {
      turn.confirmations.remember(command, refusal, signal.correlationId());
      return;
    }
    turn.attempts.put(key, signal.correlationId());
    Boolean enabled = enabledOf(signal);
    turn.configs.add(new OpenConfig(command, enabled));
    if (enabled != null) {
      member.ifPresent(one -> switchedByPerson(one.name(), enabled));
    }
    check();
    member
        .filter(one -> turn.bus.of(one.name()).status() == null)
        .ifPresent(one -> turn.effects.add(new ControllerEffect.Seek(one)));
  }

  private void switchedByPerson(String name, boolean on) {
    if (on) {
      turn.offByPeople.remove(name);
    } else {
      turn.offByPeople.add(name);
    }
  }

  private Outcome.@Nullable Failure refusal(
      boolean toUs, Optional<Member> member, String role, String instance, Envelope.Signal signal) {
    if (toUs) {
      return new Outcome.Failure(
          "unsupported", "a controller has no settings of its own", "validate", false);
    }
    Goal goal = turn.goal;
    if (goal == null || goal.run() == RunState.REMOVED) {
      return gone();
    }
    if (member.isEmpty()) {
      ArrayNode known = JsonNodeFactory.instance.arrayNode();
      turn.members.stream()
          .limit(MOST_NAMES)
          .forEach(one -> known.add(one.role() + "." + one.instance()));
      ObjectNode details = JsonNodeFactory.instance.objectNode();
      details.set("components", known);
      return new Outcome.Failure(
          "unknown-component",
          "the swarm " + turn.swarmId + " has no component " + role + "." + instance,
          "validate",
          false,
          details,
          null);
    }
    JsonNode data = signal.args() == null ? null : signal.args().get("data");
    JsonNode enabled = data == null ? null : data.get("enabled");
    return enabled == null || enabled.isBoolean()
        ? null
        : new Outcome.Failure(
            "invalid-args", "args.data.enabled is true or false", "validate", false);
  }

  private static @Nullable Boolean enabledOf(Envelope.Signal signal) {
    JsonNode data = signal.args() == null ? null : signal.args().get("data");
    JsonNode enabled = data == null ? null : data.get("enabled");
    return enabled == null ? null : enabled.booleanValue();
  }

  /** Settings for somebody who does not listen are lost already: there is nothing to wait for. */
  void sought(String component, boolean listens) {
    if (listens || turn.bus.of(component).status() != null) {
      return;
    }
    for (OpenConfig open : List.copyOf(turn.configs)) {
      Scope scope = open.command().key().scope();
      boolean concerned =
          turn.members.stream()
              .anyMatch(one ->
                  one.name().equals(component)
                      && one.isAt(String.valueOf(scope.role()), String.valueOf(scope.instance())));
      if (concerned) {
        turn.configs.remove(open);
        turn.confirmations.end(
            open.command(),
            new Outcome.Failure(
                "not-listening",
                scope.role()
                    + "."
                    + scope.instance()
                    + " takes no signals: it has not started yet, or its program does not speak"
                    + " the protocol; start the swarm, or see docs/swarm-component.md",
                "apply",
                true));
      }
    }
  }

  /** Looks whether what components have said ends one of the updates. */
  void check() {
    for (OpenConfig open : List.copyOf(turn.configs)) {
      outcome(open)
          .ifPresent(outcome -> {
            turn.configs.remove(open);
            turn.confirmations.end(open.command(), outcome);
          });
    }
  }

  private Optional<Outcome> outcome(OpenConfig open) {
    String key = open.command().key().idempotencyKey();
    Envelope.ComponentStatus status = statusOf(open);
    if (status == null) {
      return Optional.empty();
    }
    String applied = status.appliedConfig();
    if (key.equals(applied)) {
      return open.enabled() == null || open.enabled().equals(status.enabled())
          ? Optional.of(new Outcome.Success(turn.aggregates.state()))
          : Optional.empty();
    }
    JsonNode error = status.data() == null ? null : status.data().get("configError");
    if (error != null && key.equals(error.path("idempotencyKey").asText(""))) {
      return Optional.of(
          new Outcome.Failure(
              "config-refused",
              Texts.cut(error.path("message").asText("the component refused the settings"), 1000),
              "apply",
              false));
    }
    return isLaterUpdate(open, applied)
        ? Optional.of(
            new Outcome.Failure(
                "superseded", "newer settings were applied after these", "apply", false))
        : Optional.empty();
  }

  /** Only the last key shows: what came before it and was not seen has been overtaken. */
  private boolean isLaterUpdate(OpenConfig open, @Nullable String applied) {
    int own = turn.configs.indexOf(open);
    for (int i = own + 1; i < turn.configs.size(); i++) {
      OpenCommand later = turn.configs.get(i).command();
      if (later.key().scope().equals(open.command().key().scope())
          && later.key().idempotencyKey().equals(applied)) {
        return true;
      }
    }
    return false;
  }

  private Envelope.@Nullable ComponentStatus statusOf(OpenConfig open) {
    Scope scope = open.command().key().scope();
    return turn.members.stream()
        .filter(member -> member.role().equals(scope.role()))
        .filter(member -> member.instance().equals(scope.instance()))
        .findFirst()
        .map(member -> turn.bus.of(member.name()).status())
        .orElse(null);
  }

  /** Nobody is left who could show them. */
  void endAll() {
    for (OpenConfig open : List.copyOf(turn.configs)) {
      turn.configs.remove(open);
      turn.confirmations.end(open.command(), gone());
    }
  }

  private Outcome.Failure gone() {
    return new Outcome.Failure(
        "not-provisioned",
        "the components of " + turn.swarmId + " are not there",
        "validate",
        true);
  }

  void checkDeadlines() {
    for (OpenConfig open : List.copyOf(turn.configs)) {
      if (!turn.now.isBefore(open.command().deadline())) {
        turn.configs.remove(open);
        Envelope.ComponentStatus status = statusOf(open);
        turn.confirmations.end(
            open.command(),
            new Outcome.Failure(
                "deadline-exceeded",
                status == null
                    ? "the component has not been heard"
                    : "no status of the component shows the settings",
                "apply",
                true));
      }
    }
  }
}
