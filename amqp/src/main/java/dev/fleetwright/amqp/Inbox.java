package dev.fleetwright.amqp;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.Refusal;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What both roles share: checked messages in, checked messages out, the rest is made visible. */
final class Inbox {

  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

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
    return switch (protocol.encode(actor, message)) {
      case Checked.Valid(var wire) -> {
        journal.attempt("sends", message);
        yield transport.publish(wire);
      }
      case Checked.Invalid(List<Problem> problems) -> {
        LOG.error("not sent, since it is invalid: {}: {}", message.key().text(), problems);
        yield CompletableFuture.completedFuture(PublishResult.FAILED);
      }
    };
  }

  /** Sends what is kept until the broker has it. */
  void post(Outgoing outgoing, Runnable delivered) {
    var _ =
        send(outgoing.message())
            .thenAccept(result -> {
              if (result != PublishResult.FAILED) {
                delivered.run();
              }
            });
  }
}
