package dev.fleetwright.sample;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.ShutdownSignalException;
import dev.fleetwright.amqp.BrokerAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues of one bee: {@code ph.<swarmId>.<queue>} behind the exchange {@code
 * ph.<swarmId>.hive}. The client connects again by itself when the broker was away; items that were
 * not acknowledged come again, so an item can be seen twice and none is lost.
 */
final class WorkQueues implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkQueues.class);
  private static final int PREFETCH = 20;
  private static final int CONFIRM_MILLIS = 10_000;
  private static final int CLOSE_MILLIS = 5_000;

  /** What is done with an item; throwing leaves it in its queue. */
  @FunctionalInterface
  interface Handler {
    void handle(String item) throws IOException;
  }

  private final Connection connection;
  private final Channel taking;
  private final Channel putting;
  private final String exchange;
  private final List<String> in;
  private final List<String> out;
  private final List<String> consumers = new ArrayList<>();

  /**
   * @param in full names of the queues to take from
   * @param out full names of the queues to put into
   */
  WorkQueues(BrokerAddress broker, String swarmId, String name, List<String> in, List<String> out)
      throws IOException {
    this.exchange = "ph." + swarmId + ".hive";
    this.in = List.copyOf(in);
    this.out = List.copyOf(out);
    this.connection = connect(broker, name);
    this.taking = connection.createChannel();
    this.putting = connection.createChannel();
    putting.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true);
    for (List<String> side : List.of(this.in, this.out)) {
      for (String queue : side) {
        putting.queueDeclare(queue, true, false, false, Map.of());
        putting.queueBind(queue, exchange, queue);
      }
    }
    putting.confirmSelect();
    taking.basicQos(PREFETCH);
  }

  private static Connection connect(BrokerAddress broker, String name) throws IOException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.host());
    factory.setPort(broker.port());
    factory.setVirtualHost(broker.virtualHost());
    factory.setUsername(broker.user());
    factory.setPassword(broker.password());
    factory.setNetworkRecoveryInterval(500);
    try {
      if (broker.tls()) {
        factory.useSslProtocol(broker.tlsFiles().context());
        factory.enableHostnameVerification();
      }
      return factory.newConnection(name);
    } catch (TimeoutException | GeneralSecurityException e) {
      throw new IOException("cannot connect to " + broker, e);
    }
  }

  /** Returns when every queue has the item for good. */
  synchronized void put(String item) throws IOException {
    try {
      for (String queue : out) {
        putting.basicPublish(
            exchange,
            queue,
            MessageProperties.PERSISTENT_TEXT_PLAIN,
            item.getBytes(StandardCharsets.UTF_8));
      }
      putting.waitForConfirmsOrDie(CONFIRM_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (TimeoutException | ShutdownSignalException e) {
      throw new IOException("the broker did not confirm " + item, e);
    }
  }

  /** Begins to take items; doing so twice is once. */
  synchronized void take(Handler handler) throws IOException {
    if (!consumers.isEmpty()) {
      return;
    }
    for (String queue : in) {
      consumers.add(
          taking.basicConsume(
              queue,
              false,
              new DefaultConsumer(taking) {
                @Override
                public void handleDelivery(
                    String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
                    throws IOException {
                  try {
                    handler.handle(new String(body, StandardCharsets.UTF_8));
                    taking.basicAck(envelope.getDeliveryTag(), false);
                  } catch (IOException e) {
                    LOG.warn("an item was not passed on and stays: {}", e.getMessage());
                    taking.basicNack(envelope.getDeliveryTag(), false, true);
                  }
                }
              }));
    }
  }

  /** Takes no further items until told to. */
  synchronized void pause() throws IOException {
    for (String consumer : consumers) {
      taking.basicCancel(consumer);
    }
    consumers.clear();
  }

  boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public void close() {
    try {
      pause();
      connection.close(CLOSE_MILLIS);
    } catch (IOException | ShutdownSignalException e) {
      LOG.debug("closing the queues", e);
    }
  }
}
