package dev.fleetwright.amqp;

import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every attempt and every outcome in the log, under the same two keys: {@code correlationId} finds
 * an attempt, {@code idempotencyKey} everything that was done for one action of a user.
 */
final class CommandLog {

  private static final Logger LOG = LoggerFactory.getLogger(CommandLog.class);

  private CommandLog() {}

  /** A signal came in or went out. */
  static void attempt(Actor actor, String direction, Message message) {
    if (message.body() instanceof Envelope.Signal signal) {
      LOG.debug(
          "{} {} {} correlationId={} idempotencyKey={}",
          actor.text(),
          direction,
          message.key().text(),
          signal.correlationId(),
          signal.idempotencyKey());
    }
  }

  /** A command has got its one outcome. */
  static void ended(
      Actor actor, String swarmId, CommandKey key, String correlationId, Outcome outcome) {
    LOG.info(
        "{} {} {} ended correlationId={} idempotencyKey={} {}",
        actor.text(),
        swarmId,
        key.signal().text(),
        correlationId,
        key.idempotencyKey(),
        switch (outcome) {
          case Outcome.Success success ->
              "result=success state=" + (success.state() == null ? "-" : success.state().text());
          case Outcome.Failure failure ->
              "result=error code=" + failure.code() + " message=" + failure.message();
        });
  }
}
