package dev.fleetwright.amqp;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.Refusal;
import dev.fleetwright.swarm.protocol.Wire;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What both roles share: checked messages in, checked messages out, the rest is made visible. */
final class Inbox {

  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final AmqpTransport transport;
  private final Protocol protocol;
  private final Actor actor;
  private final Ids ids;
  private final Clock clock;
  private final CommandJournal journal;

  Inbox(AmqpTransport transport, Protocol protocol, Actor actor, Ids ids, Clock clock) {
    this.transport = transport;
    this.protocol = protocol;
    this.actor = actor;
    this.ids = ids;
    this.clock = clock;
    this.journal = new CommandJournal(actor, clock);
  }

  CommandJournal journal() {
    return journal;
  }

  /** Hands on what is valid; answers and buries what is not. */
  void receive(Delivery delivery, BiConsumer<Message, Delivery> handler) {
    switch (protocol.decode(actor, delivery.key(), delivery.body())) {
      case Checked.Valid<Message>(Message message) -> {
        journal.attempt("received", message);
        handler.accept(message, delivery);
      }
      case Checked.Invalid<Message>(List<Problem> problems) -> {
        if (actor == Actor.SWARM_CONTROLLER) {
          Refusal.of(delivery.key(), delivery.body(), problems, ids.next(), clock.instant())
              .ifPresent(answer -> {
                var _ = send(answer);
              });
        }
        delivery.bury(problems);
      }
    }
  }

  /**
   * Sends; what the AsyncAPI file does not describe is not sent but shown, as it is our mistake.
   */
  CompletableFuture<PublishResult> send(Message message) {
    return encode(message)
        .map(wire -> publish(message, wire))
        .orElseGet(() -> CompletableFuture.completedFuture(PublishResult.FAILED));
  }

  private Optional<Wire> encode(Message message) {
    return switch (protocol.encode(actor, message)) {
      case Checked.Valid<Wire>(Wire wire) -> Optional.of(wire);
      case Checked.Invalid<Wire>(List<Problem> problems) -> {
        LOG.error("not sent, since it is invalid: {}: {}", message.key().text(), problems);
        yield Optional.empty();
      }
    };
  }

  private CompletableFuture<PublishResult> publish(Message message, Wire wire) {
    journal.attempt("sends", message);
    return transport.publish(wire);
  }

  /** Sends what is kept until the broker has it; one that is full gets it later. */
  void post(Outgoing outgoing, Runnable delivered) {
    encode(outgoing.message())
        .ifPresent(wire -> post(outgoing.message(), wire, delivered, FIRST_PAUSE));
  }

  private void post(Message message, Wire wire, Runnable delivered, Duration pause) {
    var _ =
        publish(message, wire)
            .thenAccept(result -> {
              if (result != PublishResult.FAILED) {
                delivered.run();
              } else if (!transport.isClosed()) {
                Duration twice = pause.multipliedBy(2);
                Duration next = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
                CompletableFuture.delayedExecutor(
                        pause.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                    .execute(() -> post(message, wire, delivered, next));
              }
            });
  }
}
