package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.Totals;
import org.jspecify.annotations.Nullable;

/** Messages of the control plane as people read them: a symbol, a word, then the rest. */
final class MessageText {

  /** How it went, for the colour. */
  enum Mood {
    GOOD,
    BAD,
    DOUBTFUL,
    NEUTRAL
  }

  private MessageText() {}

  static Mood mood(Message message) {
    return switch (message.body()) {
      case Envelope.Confirmation c -> c.outcome().succeeded() ? Mood.GOOD : Mood.BAD;
      case Envelope.Milestone _, Envelope.Handshake _ -> Mood.GOOD;
      case Envelope.Aggregate a -> mood(a.state());
      case Envelope.ComponentStatus s ->
          Boolean.FALSE.equals(s.healthy()) ? Mood.DOUBTFUL : Mood.NEUTRAL;
      case Envelope.Signal _ -> Mood.NEUTRAL;
    };
  }

  private static Mood mood(SwarmState state) {
    return switch (state) {
      case FAILED -> Mood.BAD;
      case DEGRADED, UNKNOWN -> Mood.DOUBTFUL;
      case NEW, PROVISIONING, READY, STARTING, RUNNING, STOPPING, STOPPED, REMOVING, REMOVED ->
          Mood.NEUTRAL;
    };
  }

  /** {@code ✓ ready swarm-start hive Running}. */
  static String line(Console console, Message message) {
    String word = word(message);
    String head =
        switch (mood(message)) {
          case GOOD -> console.green("✓ " + word);
          case BAD -> console.red("✗ " + word);
          case DOUBTFUL -> console.yellow("! " + word);
          case NEUTRAL ->
              message.body() instanceof Envelope.Signal ? "→ " + word : console.dim("· " + word);
        };
    return head
        + " ".repeat(Math.max(1, 9 - word.length()))
        + printable(kind(message) + "  " + details(message.body()));
  }

  private static String word(Message message) {
    return switch (message.body()) {
      case Envelope.Signal _ -> "signal";
      case Envelope.Confirmation c -> c.outcome().succeeded() ? "ready" : "error";
      case Envelope.Milestone _ -> "created";
      case Envelope.Handshake _ -> "up";
      case Envelope.Aggregate _ -> "swarm";
      case Envelope.ComponentStatus _ -> "status";
    };
  }

  /** What it is and about what: {@code swarm-start of hive}. */
  static String kind(Message message) {
    return switch (message.key()) {
      case RoutingKey.SwarmSignal k -> k.signal().text() + " " + k.swarmId();
      case RoutingKey.ComponentSignal k -> k.signal().text() + " " + k.role() + "." + k.instance();
      case RoutingKey.SwarmReady k -> k.signal().text() + " " + k.swarmId();
      case RoutingKey.SwarmError k -> k.signal().text() + " " + k.swarmId();
      case RoutingKey.ConfigReady k -> "config-update " + k.role() + "." + k.instance();
      case RoutingKey.ConfigError k -> "config-update " + k.role() + "." + k.instance();
      case RoutingKey.SwarmCreated k -> "swarm-created " + k.swarmId();
      case RoutingKey.ControllerReady k -> "swarm-controller " + k.instance();
      case RoutingKey.Status k -> k.kind().text() + " " + k.role() + "." + k.instance();
    };
  }

  static String details(Envelope body) {
    return switch (body) {
      case Envelope.Signal s ->
          ids(s.idempotencyKey(), s.correlationId())
              + (s.args() == null || s.args().isEmpty() ? "" : "  " + s.args());
      case Envelope.Confirmation c ->
          outcome(c.outcome()) + "  " + ids(c.idempotencyKey(), c.correlationId());
      case Envelope.Milestone m -> ids(m.idempotencyKey(), m.correlationId());
      case Envelope.Handshake h -> h.state() == null ? "" : h.state().text();
      case Envelope.Aggregate a -> a.state().text() + "  " + totals(a.totals());
      case Envelope.ComponentStatus s -> status(s);
    };
  }

  static String outcome(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Success s -> s.state() == null ? "done" : s.state().text();
      case Outcome.Failure f ->
          f.code()
              + ": "
              + f.message()
              + (f.phase() == null ? "" : "  phase=" + f.phase())
              + (f.retryable() == null ? "" : "  retryable=" + f.retryable())
              + (f.details() == null ? "" : "  details=" + f.details());
    };
  }

  static String totals(Totals totals) {
    return totals.healthy()
        + "/"
        + totals.desired()
        + " healthy  "
        + totals.running()
        + " running  "
        + totals.enabled()
        + " enabled";
  }

  static String status(Envelope.ComponentStatus status) {
    StringBuilder text = new StringBuilder(status.state() == null ? "" : status.state());
    Boolean enabled = status.enabled();
    if (enabled != null) {
      text.append(enabled ? "  enabled" : "  disabled");
    }
    Boolean healthy = status.healthy();
    if (healthy != null) {
      text.append(healthy ? "  healthy" : "  not healthy");
    }
    if (status.data() != null && !status.data().isEmpty()) {
      text.append("  ").append(status.data());
    }
    return text.toString().strip();
  }

  private static String ids(@Nullable String idempotencyKey, @Nullable String correlationId) {
    return (idempotencyKey == null ? "" : "idempotencyKey=" + idempotencyKey)
        + (correlationId == null ? "" : "  correlationId=" + correlationId);
  }

  /** The swarm that a message is about; null when it does not say. */
  static @Nullable String swarmOf(Message message) {
    return switch (message.key()) {
      case RoutingKey.SwarmSignal k -> k.swarmId();
      case RoutingKey.SwarmReady k -> k.swarmId();
      case RoutingKey.SwarmError k -> k.swarmId();
      case RoutingKey.SwarmCreated k -> k.swarmId();
      case RoutingKey.ControllerReady k -> k.instance();
      case RoutingKey.Status k when k.isAggregate() -> k.instance();
      case RoutingKey.Status k -> swarmOfInstance(inBody(message.body()), k.instance());
      case RoutingKey.ComponentSignal k -> swarmOfInstance(inBody(message.body()), k.instance());
      case RoutingKey.ConfigReady k -> swarmOfInstance(inBody(message.body()), k.instance());
      case RoutingKey.ConfigError k -> swarmOfInstance(inBody(message.body()), k.instance());
    };
  }

  private static @Nullable String inBody(Envelope body) {
    return switch (body) {
      case Envelope.Signal s -> s.scope().swarmId();
      case Envelope.Confirmation c -> swarm(c.scope());
      case Envelope.ComponentStatus s -> s.swarmId();
      case Envelope.Milestone m -> m.swarmId();
      case Envelope.Handshake h -> h.swarmId();
      case Envelope.Aggregate a -> a.swarmId();
    };
  }

  private static @Nullable String swarm(Scope scope) {
    return scope.swarmId();
  }

  /** The instances of a swarm that runs alone are {@code <swarmId>_<name>}. */
  private static @Nullable String swarmOfInstance(@Nullable String said, String instance) {
    int cut = instance.indexOf('_');
    return said != null ? said : cut > 0 ? instance.substring(0, cut) : null;
  }

  /** What others sent must not steer the terminal. */
  static String printable(String text) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) ? 0xFFFD : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
