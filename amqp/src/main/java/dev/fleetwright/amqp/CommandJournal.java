package dev.fleetwright.amqp;

import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one role has seen of commands: in the log, as an index and as figures, always under the same
 * two keys. The correlationId finds an attempt, the idempotencyKey everything that was done for one
 * action of a user.
 */
public final class CommandJournal {

  private static final Logger LOG = LoggerFactory.getLogger(CommandJournal.class);

  /** How many actions are remembered; older ones are in the log. */
  private static final int MOST_ACTIONS = 10_000;

  private static final int MOST_ATTEMPTS = 50;

  /**
   * One action of a user.
   *
   * @param attempts the correlationIds, as they came
   * @param outcome null while there is none
   */
  public record Action(
      SignalName signal,
      String target,
      String idempotencyKey,
      List<String> attempts,
      Instant since,
      @Nullable Outcome outcome) {

    public Action {
      attempts = List.copyOf(attempts);
    }
  }

  private final Actor actor;
  private final Clock clock;
  private final Map<String, String> keyByAttempt = new HashMap<>();
  private final Map<String, Action> byKey =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Action> eldest) {
          if (size() <= MOST_ACTIONS) {
            return false;
          }
          eldest.getValue().attempts().forEach(keyByAttempt::remove);
          return true;
        }
      };
  private final Map<String, Long> attempts = new TreeMap<>();
  private final Map<String, Long> ended = new TreeMap<>();
  private final Map<String, Duration> spent = new TreeMap<>();

  CommandJournal(Actor actor, Clock clock) {
    this.actor = actor;
    this.clock = clock;
  }

  /** A signal came in or went out. */
  void attempt(String direction, Message message) {
    if (!(message.body() instanceof Envelope.Signal signal)
        || signal.signal() == SignalName.STATUS_REQUEST) {
      return;
    }
    LOG.debug(
        "{} {} {} correlationId={} idempotencyKey={}",
        actor.text(),
        direction,
        message.key().text(),
        signal.correlationId(),
        signal.idempotencyKey());
    note(signal.signal(), message.key().text(), signal);
  }

  private synchronized void note(SignalName name, String key, Envelope.Signal signal) {
    attempts.merge(label(name), 1L, Long::sum);
    Action known = byKey.get(signal.idempotencyKey());
    List<String> all = new ArrayList<>(known == null ? List.of() : known.attempts());
    if (all.contains(signal.correlationId()) || all.size() >= MOST_ATTEMPTS) {
      return;
    }
    all.add(signal.correlationId());
    keyByAttempt.put(signal.correlationId(), signal.idempotencyKey());
    byKey.put(
        signal.idempotencyKey(),
        new Action(
            name,
            key.substring(key.indexOf(name.text()) + name.text().length() + 1),
            signal.idempotencyKey(),
            all,
            known == null ? clock.instant() : known.since(),
            known == null ? null : known.outcome()));
  }

  /** A command has got its one outcome. */
  void ended(String swarmId, CommandKey key, String correlationId, Outcome outcome) {
    String result =
        switch (outcome) {
          case Outcome.Success success ->
              "result=success state=" + (success.state() == null ? "-" : success.state().text());
          case Outcome.Failure failure ->
              "result=error code=" + failure.code() + " message=" + failure.message();
        };
    LOG.info(
        "{} {} {} ended correlationId={} idempotencyKey={} {}",
        actor.text(),
        swarmId,
        key.signal().text(),
        correlationId,
        key.idempotencyKey(),
        result);
    note(key, outcome);
  }

  private synchronized void note(CommandKey key, Outcome outcome) {
    ended.merge(
        label(key.signal()) + ",result=\"" + (outcome.succeeded() ? "success" : "error") + "\"",
        1L,
        Long::sum);
    Action known = byKey.get(key.idempotencyKey());
    if (known != null) {
      spent.merge(
          label(key.signal()), Duration.between(known.since(), clock.instant()), Duration::plus);
      byKey.put(
          key.idempotencyKey(),
          new Action(
              known.signal(),
              known.target(),
              known.idempotencyKey(),
              known.attempts(),
              known.since(),
              outcome));
    }
  }

  private String label(SignalName signal) {
    return "actor=\"" + actor.text() + "\",signal=\"" + signal.text() + "\"";
  }

  /** What was done for one action of a user. */
  public synchronized Optional<Action> action(String idempotencyKey) {
    return Optional.ofNullable(byKey.get(idempotencyKey));
  }

  /** The action that an attempt belongs to. */
  public synchronized Optional<Action> attempt(String correlationId) {
    return Optional.ofNullable(keyByAttempt.get(correlationId)).map(byKey::get);
  }

  /** The figures in the text format of Prometheus; ids are in the index and the log, not here. */
  public synchronized String prometheus() {
    StringBuilder text = new StringBuilder();
    text.append("# TYPE fleetwright_swarm_attempts_total counter\n");
    attempts.forEach((label, count) -> line(text, "attempts_total", label, count.toString()));
    text.append("# TYPE fleetwright_swarm_commands_total counter\n");
    ended.forEach((label, count) -> line(text, "commands_total", label, count.toString()));
    text.append("# TYPE fleetwright_swarm_command_seconds_total counter\n");
    spent.forEach((label, time) ->
        line(text, "command_seconds_total", label, Double.toString(time.toMillis() / 1000.0)));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String label, String value) {
    text.append("fleetwright_swarm_").append(name).append('{').append(label).append("} ");
    text.append(value).append('\n');
  }
}
