package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.bus.Bus;
import dev.fleetwright.model.Checked;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for the one outcome of a command, and shows meanwhile how the swarm gets on. */
final class Confirmations {

  /**
   * A confirmation may be missed while the connection is lost, so it is asked for again: under the
   * same key that carries out nothing twice.
   */
  interface Again {
    void send() throws IOException, InterruptedException;
  }

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Bus bus;
  private final Report report;
  private final String swarmId;
  private final SignalName signal;
  private @Nullable String action;
  private final Again again;

  /**
   * @param action the idempotencyKey; null when the orchestrator chooses it, which is then heard
   */
  Confirmations(
      Bus bus,
      Report report,
      String swarmId,
      SignalName signal,
      @Nullable String action,
      Again again) {
    this.bus = bus;
    this.report = report;
    this.swarmId = swarmId;
    this.signal = signal;
    this.action = action;
    this.again = again;
  }

  /** Whether the command succeeded; the reason is shown when it did not. */
  boolean await(Duration timeout) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Duration pause = FIRST_PAUSE;
    long resendAt = System.nanoTime() + pause.toNanos();
    while (true) {
      long now = System.nanoTime();
      if (now - deadline >= 0) {
        report.timedOut(timeout, action);
        return false;
      }
      if (now - resendAt >= 0) {
        again.send();
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
                ? LONGEST_PAUSE
                : pause.multipliedBy(2);
        resendAt = now + pause.toNanos();
      }
      Duration wait = Duration.ofNanos(Math.min(deadline, resendAt) - now);
      Optional<Bus.Heard> heard = bus.next(wait);
      if (heard.isPresent()
          && heard.get().message() instanceof Checked.Valid<Message>(Message message)
          && swarmId.equals(MessageText.swarmOf(message))) {
        Optional<Boolean> ended = take(message);
        if (ended.isPresent()) {
          return ended.get();
        }
      }
    }
  }

  private Optional<Boolean> take(Message message) {
    return switch (message.body()) {
      case Envelope.Signal s when s.signal() == signal && action == null -> {
        action = s.idempotencyKey();
        report.sent(s.idempotencyKey(), s.correlationId());
        yield Optional.empty();
      }
      case Envelope.Signal _, Envelope.Handshake _ -> Optional.empty();
      case Envelope.Confirmation c when c.signal() == signal && isOurs(c.idempotencyKey()) -> {
        report.ended(c.outcome(), c.idempotencyKey(), c.correlationId(), c.originalCorrelationId());
        yield Optional.of(c.outcome().succeeded());
      }
      case Envelope.Confirmation _ -> {
        report.shown(message);
        yield Optional.empty();
      }
      case Envelope.Milestone m
          when signal == SignalName.SWARM_CREATE
              && message.key() instanceof RoutingKey.SwarmCreated
              && isOurs(m.idempotencyKey()) -> {
        report.ended(new Outcome.Success(m.state()), m.idempotencyKey(), m.correlationId(), null);
        yield Optional.of(true);
      }
      case Envelope.Milestone _ -> {
        report.shown(message);
        yield Optional.empty();
      }
      case Envelope.Aggregate _, Envelope.ComponentStatus _ -> {
        report.progress(message);
        yield Optional.empty();
      }
    };
  }

  /** A milestone need not say which command it answers. */
  private boolean isOurs(@Nullable String key) {
    return action == null || key == null || action.equals(key);
  }
}
