package dev.fleetwright.cli.bus;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.ControlQueue;
import dev.fleetwright.amqp.DeadLetters;
import dev.fleetwright.amqp.Delivery;
import dev.fleetwright.amqp.PublishResult;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A short visit to the control plane: hears everything from its opening on, and can speak. */
public final class Bus implements AutoCloseable {

  public static final String EVENTS = "ev.#";
  public static final String EVERYTHING = "#";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_UNREAD = 50_000;

  /** A message and whether it is one that the AsyncAPI file describes. */
  public record Heard(Instant at, String key, Checked<Message> message) {}

  private final AmqpTransport transport;
  private final Protocol protocol = Protocol.bundled();
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>(MOST_UNREAD);

  private Bus(AmqpTransport transport) {
    this.transport = transport;
  }

  /**
   * With a queue of one's own.
   *
   * @param keys what it hears; who hears its own signals is never told that nobody else does
   */
  public static Bus listening(BrokerAddress address, String... keys)
      throws IOException, InterruptedException {
    Bus bus = new Bus(new AmqpTransport(address, "cli"));
    bus.transport.subscribe(
        ControlQueue.visitor("cli-" + UUID.randomUUID(), List.of(keys)), bus::hear);
    bus.connect(address);
    return bus;
  }

  /** Without one. */
  public static Bus silent(BrokerAddress address) throws IOException, InterruptedException {
    Bus bus = new Bus(new AmqpTransport(address, "cli"));
    bus.connect(address);
    return bus;
  }

  private void connect(BrokerAddress address) throws IOException, InterruptedException {
    if (!transport.awaitConnected(PATIENCE)) {
      transport.close();
      throw new IOException("the broker " + address + " cannot be reached");
    }
  }

  /** Waits when nobody reads: the broker then holds back further messages. */
  private void hear(Delivery delivery) {
    try {
      heard.put(
          new Heard(
              Instant.now(),
              delivery.key(),
              protocol.decode(Actor.OBSERVER, delivery.key(), delivery.body())));
      delivery.acknowledge();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next message; empty when none came within that time. */
  public Optional<Heard> next(Duration time) throws InterruptedException {
    return Optional.ofNullable(heard.poll(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS));
  }

  /**
   * Speaks as an orchestrator.
   *
   * @throws IOException when the message is invalid, or the broker does not take it
   */
  public PublishResult send(Message message) throws IOException, InterruptedException {
    Wire wire =
        switch (protocol.encode(Actor.ORCHESTRATOR, message)) {
          case Checked.Valid<Wire>(Wire valid) -> valid;
          case Checked.Invalid<Wire>(List<Problem> problems) ->
              throw new IOException(
                  "the message is not as docs/spec/asyncapi.yaml describes it: "
                      + String.join("; ", problems.stream().map(Problem::message).toList()));
        };
    try {
      return transport.publish(wire).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the broker does not confirm", e);
    }
  }

  public DeadLetters deadLetters() {
    return transport.deadLetters();
  }

  @Override
  public void close() {
    transport.close();
  }
}
