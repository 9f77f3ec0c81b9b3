package dev.fleetwright.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection from its opening to its loss, with a channel for sending and one for receiving.
 * When any of the three closes, the whole link is given up and the transport makes a new one.
 */
final class Link {

  /** What the broker says about messages that were sent. */
  interface Answers {
    void answered(Link link, long sequence, boolean multiple, boolean accepted);

    void returned(String messageId);
  }

  /** How long an acknowledgement waits for others to go with it. */
  private static final Duration HOLD_BACK = Duration.ofMillis(2);

  private static final ScheduledExecutorService FLUSHER =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("amqp-acknowledgements").factory());

  private final Connection connection;
  private final Channel sending;
  private final Channel receiving;

  /** Held while queues are made or left, which takes several answers of the broker. */
  private final ReentrantLock arranging = new ReentrantLock();

  /** Held for acknowledgements, which wait for nobody. */
  private final ReentrantLock receivingLock = new ReentrantLock();

  private final CountDownLatch broken = new CountDownLatch(1);
  private final Map<String, String> consumerTags = new ConcurrentHashMap<>();
  private final Acknowledgements answers = new Acknowledgements();
  private boolean flushDue;

  Link(Connection connection, int prefetch, Answers listener) throws IOException {
    this.connection = connection;
    this.sending = connection.createChannel();
    this.receiving = connection.createChannel();
    connection.addShutdownListener(_ -> broken.countDown());
    sending.addShutdownListener(_ -> broken.countDown());
    receiving.addShutdownListener(_ -> broken.countDown());
    sending.exchangeDeclare(Topology.CONTROL_EXCHANGE, BuiltinExchangeType.TOPIC, true);
    sending.exchangeDeclare(Topology.DEAD_LETTER_EXCHANGE, BuiltinExchangeType.FANOUT, true);
    sending.queueDeclare(Topology.DEAD_LETTER_QUEUE, true, false, false, Map.of());
    sending.queueBind(Topology.DEAD_LETTER_QUEUE, Topology.DEAD_LETTER_EXCHANGE, "");
    sending.confirmSelect();
    sending.addConfirmListener(
        (sequence, multiple) -> listener.answered(this, sequence, multiple, true),
        (sequence, multiple) -> listener.answered(this, sequence, multiple, false));
    sending.addReturnListener(message -> {
      // One kind of broker gives back what a full queue refuses, too.
      if (message.getReplyCode() == AMQP.NO_ROUTE) {
        listener.returned(String.valueOf(message.getProperties().getMessageId()));
      }
    });
    receiving.basicQos(prefetch);
  }

  /** The number that the broker's answer will carry. Callers send one at a time. */
  long nextSequence() {
    return sending.getNextPublishSeqNo();
  }

  void send(Outbound message) throws IOException {
    sending.basicPublish(message.exchange, message.key, true, message.properties, message.body);
  }

  /** Consuming a queue twice is once. Others' messages go on meanwhile. */
  void consume(ControlQueue queue, TransportSubscription subscription) throws IOException {
    arranging.lock();
    try {
      if (consumerTags.containsKey(queue.name())) {
        return;
      }
      boolean passing = !queue.lasting();
      // A channel is served in order, so the answer to the last step is the answer to all.
      receiving.queueDeclareNoWait(queue.name(), queue.lasting(), passing, passing, Map.of());
      for (String binding : queue.bindings()) {
        receiving.queueBindNoWait(queue.name(), Topology.CONTROL_EXCHANGE, binding, Map.of());
      }
      String tag =
          receiving.basicConsume(
              queue.name(),
              false,
              new DefaultConsumer(receiving) {
                @Override
                public void handleDelivery(
                    String consumerTag, Envelope envelope, AMQP.BasicProperties p, byte[] body) {
                  delivered(envelope.getDeliveryTag());
                  subscription.deliver(
                      Link.this,
                      envelope.getDeliveryTag(),
                      envelope.getRoutingKey(),
                      p.getUserId() == null ? "" : p.getUserId(),
                      body);
                }

                @Override
                public void handleCancel(String consumerTag) {
                  // The queue was deleted under us: start over, which declares it again.
                  close();
                }
              });
      consumerTags.put(queue.name(), tag);
    } finally {
      arranging.unlock();
    }
  }

  void stopConsuming(String queue, boolean delete) throws IOException {
    flush();
    arranging.lock();
    try {
      String tag = consumerTags.remove(queue);
      if (tag != null) {
        receiving.basicCancel(tag);
      }
      if (delete) {
        receiving.queueDelete(queue);
      }
    } finally {
      arranging.unlock();
    }
  }

  private void delivered(long tag) {
    receivingLock.lock();
    try {
      answers.delivered(tag);
    } finally {
      receivingLock.unlock();
    }
  }

  /** On a link that is gone it does nothing: the broker delivers such a message again. */
  void acknowledge(long tag) {
    onReceiving(() -> {
      send(answers.acknowledged(tag));
      if (answers.holdsBack() && !flushDue) {
        flushDue = true;
        // Writing may block, which is no matter of other links.
        var _ =
            FLUSHER.schedule(
                () -> Thread.startVirtualThread(this::flush),
                HOLD_BACK.toNanos(),
                TimeUnit.NANOSECONDS);
      }
    });
  }

  private void flush() {
    onReceiving(() -> {
      flushDue = false;
      send(answers.flush());
    });
  }

  void giveBack(long tag) {
    onReceiving(() -> {
      if (answers.takeOpen(tag)) {
        receiving.basicNack(tag, false, true);
      }
    });
  }

  private void send(List<Acknowledgements.Frame> frames) throws IOException {
    for (Acknowledgements.Frame frame : frames) {
      receiving.basicAck(frame.tag(), frame.multiple());
    }
  }

  private interface ChannelCall {
    void run() throws IOException;
  }

  private void onReceiving(ChannelCall call) {
    receivingLock.lock();
    try {
      call.run();
    } catch (IOException | ShutdownSignalException e) {
      close();
    } finally {
      receivingLock.unlock();
    }
  }

  /** A channel of its own, for looking at queues; the caller closes it. */
  Channel openChannel() throws IOException {
    return connection.createChannel();
  }

  boolean isOpen() {
    return broken.getCount() > 0;
  }

  void awaitBroken() throws InterruptedException {
    broken.await();
  }

  void close() {
    broken.countDown();
    connection.abort(2000);
  }

  /** Closes politely, so that the broker has everything that was sent. */
  void closeGracefully() {
    onReceiving(() -> send(answers.flush()));
    broken.countDown();
    try {
      sending.waitForConfirms(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ShutdownSignalException | IllegalStateException e) {
      // It is being closed anyway; what was not confirmed is reported as failed.
    }
    connection.abort(2000);
  }
}
