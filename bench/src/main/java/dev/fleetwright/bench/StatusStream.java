package dev.fleetwright.bench;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.MessageProperties;
import com.sun.management.OperatingSystemMXBean;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.ControlQueue;
import dev.fleetwright.amqp.OrchestratorRuntime;
import dev.fleetwright.amqp.PublishResult;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.protocol.Wire;
import dev.fleetwright.swarm.store.InMemoryRecords;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The same statuses of the same swarms, once with the bare client and once with everything. */
final class StatusStream {

  private static final int SWARMS = 20;
  private static final int MESSAGES = 40_000;
  private static final int UNCONFIRMED = 1_000;
  private static final int PREFETCH = 100;
  private static final String EXCHANGE = "ph.control";

  /**
   * How fast messages went through.
   *
   * @param cpuMicros processor time of this process for each; the embedded broker is part of it
   */
  record Rate(double perSecond, double cpuMicros) {}

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private StatusStream() {}

  private static Rate rate(long startNanos, long startCpu) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    return new Rate(MESSAGES / seconds, (SYSTEM.getProcessCpuTime() - startCpu) / 1e3 / MESSAGES);
  }

  private static Message status(String swarm, int number, SwarmState state) {
    Instant now = Instant.now();
    return new Message(
        new RoutingKey.Status(StatusKind.DELTA, RoutingKey.CONTROLLER_ROLE, swarm),
        new Envelope.Aggregate(
            StatusKind.DELTA,
            swarm,
            now,
            state,
            new Totals(8, number % 9, 8, 8),
            now,
            10,
            swarm,
            "sha256:3f9a",
            1L,
            UUID.randomUUID().toString(),
            null));
  }

  private static List<String> newSwarms() {
    List<String> swarms = new ArrayList<>();
    for (int i = 0; i < SWARMS; i++) {
      swarms.add("bench_" + UUID.randomUUID());
    }
    return swarms;
  }

  /** A queue that stayed would collect, and take what is meant to be unroutable. */
  static void deleteQueue(BrokerAddress address, String queue) {
    try (Connection connection = factory(address).newConnection("bench-cleaner");
        Channel channel = connection.createChannel()) {
      channel.queueDelete(queue);
    } catch (IOException | TimeoutException e) {
      System.err.println("the queue " + queue + " stays on the broker: " + e.getMessage());
    }
  }

  private static ConnectionFactory factory(BrokerAddress address) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setVirtualHost(address.virtualHost());
    factory.setUsername(address.user());
    factory.setPassword(address.password());
    return factory;
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(120, TimeUnit.SECONDS)) {
      throw new IllegalStateException("still missing: " + latch.getCount());
    }
  }

  /** Publishes with confirms, consumes with manual acknowledgements, and looks at nothing. */
  static final class Raw implements AutoCloseable {

    private final Connection sending;
    private final Connection receiving;
    private final String queue = "ph.control.observer.raw-" + UUID.randomUUID();

    Raw(BrokerAddress address) throws Exception {
      sending = factory(address).newConnection("raw-sending");
      receiving = factory(address).newConnection("raw-receiving");
    }

    Rate measure() throws Exception {
      List<String> swarms = newSwarms();
      Protocol protocol = Protocol.bundled();
      List<Wire> wires = new ArrayList<>();
      for (int i = 0; i < MESSAGES; i++) {
        wires.add(
            protocol
                .encode(
                    Actor.SWARM_CONTROLLER, status(swarms.get(i % SWARMS), i, SwarmState.RUNNING))
                .orThrow());
      }
      Channel in = receiving.createChannel();
      in.exchangeDeclare(EXCHANGE, BuiltinExchangeType.TOPIC, true);
      in.queueDeclare(queue, true, false, false, Map.of());
      in.queueBind(queue, EXCHANGE, "ev.status-delta.swarm-controller.*");
      in.basicQos(PREFETCH);
      CountDownLatch missing = new CountDownLatch(MESSAGES);
      in.basicConsume(
          queue,
          false,
          new DefaultConsumer(in) {
            @Override
            public void handleDelivery(
                String tag,
                com.rabbitmq.client.Envelope envelope,
                AMQP.BasicProperties properties,
                byte[] body)
                throws IOException {
              in.basicAck(envelope.getDeliveryTag(), false);
              missing.countDown();
            }
          });
      Channel out = sending.createChannel();
      out.confirmSelect();
      Semaphore free = new Semaphore(UNCONFIRMED);
      ConcurrentSkipListSet<Long> unconfirmed = new ConcurrentSkipListSet<>();
      out.addConfirmListener(
          (sequence, multiple) -> {
            if (multiple) {
              while (!unconfirmed.isEmpty() && unconfirmed.first() <= sequence) {
                unconfirmed.pollFirst();
                free.release();
              }
            } else if (unconfirmed.remove(sequence)) {
              free.release();
            }
          },
          (_, _) -> {
            throw new IllegalStateException("the broker refused a message");
          });
      long cpu = SYSTEM.getProcessCpuTime();
      long start = System.nanoTime();
      for (Wire wire : wires) {
        free.acquire();
        unconfirmed.add(out.getNextPublishSeqNo());
        out.basicPublish(
            EXCHANGE, wire.key(), true, MessageProperties.PERSISTENT_BASIC, wire.body());
      }
      await(missing);
      Rate rate = rate(start, cpu);
      in.queueDelete(queue);
      return rate;
    }

    @Override
    public void close() throws IOException {
      sending.close();
      receiving.close();
    }
  }

  /** Checked, published with confirms, received, checked, and taken into each swarm's state. */
  static final class Ours implements AutoCloseable {

    private final AmqpTransport sending;
    private final AmqpTransport receiving;
    private final OrchestratorRuntime hub;
    private final BrokerAddress address;
    private final String instance = "bench-" + UUID.randomUUID();
    private final CountDownLatch missing = new CountDownLatch(SWARMS);

    Ours(BrokerAddress address) throws Exception {
      this.address = address;
      sending = new AmqpTransport(address, "sending");
      receiving = new AmqpTransport(address, "receiving");
      hub =
          new OrchestratorRuntime(
              receiving,
              Protocol.bundled(),
              new InMemoryRecords(),
              Clock.systemUTC(),
              () -> UUID.randomUUID().toString(),
              OrchestratorSettings.DEFAULT,
              instance,
              new OrchestratorRuntime.Listener() {
                @Override
                public void changed(SwarmView view) {
                  if (view.state() == SwarmState.STOPPED) {
                    missing.countDown();
                  }
                }
              });
      hub.start();
      if (!sending.awaitConnected(Duration.ofSeconds(30))
          || !receiving.awaitConnected(Duration.ofSeconds(30))) {
        throw new IllegalStateException("no connection to " + address);
      }
    }

    Rate measure() throws Exception {
      List<String> swarms = newSwarms();
      for (String swarm : swarms) {
        hub.desire(swarm, Desire.running(new TemplateRef("c", "w", "h"))).get(30, TimeUnit.SECONDS);
      }
      Protocol protocol = Protocol.bundled();
      Semaphore free = new Semaphore(UNCONFIRMED);
      long cpu = SYSTEM.getProcessCpuTime();
      long start = System.nanoTime();
      for (int i = 0; i < MESSAGES; i++) {
        SwarmState state = i < MESSAGES - SWARMS ? SwarmState.RUNNING : SwarmState.STOPPED;
        Wire wire =
            protocol
                .encode(Actor.SWARM_CONTROLLER, status(swarms.get(i % SWARMS), i, state))
                .orThrow();
        free.acquire();
        var _ =
            sending
                .publish(wire)
                .thenAccept(result -> {
                  if (result == PublishResult.FAILED) {
                    throw new IllegalStateException("the broker refused a message");
                  }
                  free.release();
                });
      }
      await(missing);
      return rate(start, cpu);
    }

    @Override
    public void close() {
      hub.close();
      sending.close();
      receiving.close();
      deleteQueue(address, ControlQueue.orchestrator(instance).name());
    }
  }
}
