package dev.fleetwright.amqp;

import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A queue with its handler; knows how to answer what it delivers. */
final class TransportSubscription implements Subscription {

  private static final Logger LOG = LoggerFactory.getLogger(TransportSubscription.class);

  private final Subscriptions subscriptions;
  private final DeadLetters deadLetters;
  private final Senders senders;
  final ControlQueue queue;
  private final Consumer<Delivery> handler;

  TransportSubscription(
      Subscriptions subscriptions,
      DeadLetters deadLetters,
      Senders senders,
      ControlQueue queue,
      Consumer<Delivery> handler) {
    this.subscriptions = subscriptions;
    this.deadLetters = deadLetters;
    this.senders = senders;
    this.queue = queue;
    this.handler = handler;
  }

  /** Whatever the handler does, the message is answered and the next one comes. */
  void deliver(Link link, long tag, String key, String user, byte[] body) {
    Received received = new Received(link, tag, key, user, body);
    Optional<Problem> objection = senders.objection(key, user);
    if (objection.isPresent()) {
      received.bury(List.of(objection.get()));
      return;
    }
    try {
      handler.accept(received);
    } catch (RuntimeException e) {
      LOG.error("the receiver of {} failed on a message", queue.name(), e);
      received.bury(
          List.of(
              new Problem(
                  "receiver-failed",
                  "",
                  "the receiver failed on this message: " + e,
                  "see its log at this time")));
    }
  }

  @Override
  public void cancel() {
    subscriptions.remove(this, false);
  }

  @Override
  public void delete() {
    subscriptions.remove(this, true);
  }

  private final class Received implements Delivery {
    private final Link link;
    private final long tag;
    private final String key;
    private final String user;
    private final byte[] body;

    private Received(Link link, long tag, String key, String user, byte[] body) {
      this.link = link;
      this.tag = tag;
      this.key = key;
      this.user = user;
      this.body = body;
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public byte[] body() {
      return body.clone();
    }

    @Override
    public String sender() {
      return user;
    }

    @Override
    public void acknowledge() {
      link.acknowledge(tag);
    }

    @Override
    public void giveBack() {
      link.giveBack(tag);
    }

    /** Only when the dead letter is safe is the message taken from its queue. */
    @Override
    public void bury(List<Problem> reasons) {
      var _ =
          deadLetters
              .bury(queue.name(), key, user, body, reasons)
              .thenAccept(result -> {
                if (result == PublishResult.CONFIRMED) {
                  acknowledge();
                } else {
                  giveBack();
                }
              });
    }
  }
}
