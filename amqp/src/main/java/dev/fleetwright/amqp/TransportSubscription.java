package dev.fleetwright.amqp;

import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.function.Consumer;

/** A queue with its handler; knows how to answer what it delivers. */
final class TransportSubscription implements Subscription {

  private final AmqpTransport transport;
  final ControlQueue queue;
  private final Consumer<Delivery> handler;

  TransportSubscription(AmqpTransport transport, ControlQueue queue, Consumer<Delivery> handler) {
    this.transport = transport;
    this.queue = queue;
    this.handler = handler;
  }

  void deliver(Link link, long tag, String key, byte[] body) {
    handler.accept(new Received(link, tag, key, body));
  }

  @Override
  public void cancel() {
    transport.unsubscribe(this, false);
  }

  @Override
  public void delete() {
    transport.unsubscribe(this, true);
  }

  private final class Received implements Delivery {
    private final Link link;
    private final long tag;
    private final String key;
    private final byte[] body;

    private Received(Link link, long tag, String key, byte[] body) {
      this.link = link;
      this.tag = tag;
      this.key = key;
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
          transport
              .bury(queue.name(), key, body, reasons)
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
