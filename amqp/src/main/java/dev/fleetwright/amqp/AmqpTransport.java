package dev.fleetwright.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages to and from the exchange {@code ph.control}. It connects in the background, and again
 * whenever the connection or a channel is lost; what was published meanwhile, or published and not
 * confirmed, is then sent (again). So a message can arrive twice and is not lost while this lives.
 */
public final class AmqpTransport implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AmqpTransport.class);
  private static final int MOST_PENDING = 20_000;
  private static final int MOST_REFUSALS = 5;
  private static final Duration REFUSAL_PAUSE = Duration.ofMillis(100);
  private static final int MOST_DEAD_LETTERS = 10_000;
  private static final int PREFETCH = 100;
  private static final long STABLE_NANOS = Duration.ofSeconds(5).toNanos();

  private final BrokerAddress address;
  private final String name;
  private final Clock clock;
  private final ReconnectDelays delays;
  private final Thread supervisor;

  /** Held while bytes go out, which may block; the broker's answers never wait for it. */
  private final ReentrantLock sendLock = new ReentrantLock();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition linkChanged = lock.newCondition();
  private final Map<String, Outbound> pending = new LinkedHashMap<>();
  private final TreeMap<Long, Outbound> unanswered = new TreeMap<>();
  private final List<TransportSubscription> subscriptions = new ArrayList<>();
  private @Nullable Link link;
  private long nextId;
  private boolean closed;

  /**
   * Starts to connect, and returns at once.
   *
   * @param name shown by the broker, e.g. {@code hub}
   */
  public AmqpTransport(BrokerAddress address, String name, Clock clock, ReconnectDelays delays) {
    this.address = address;
    this.name = name;
    this.clock = clock;
    this.delays = delays;
    this.supervisor = Thread.ofVirtual().name("amqp-" + name).start(this::supervise);
  }

  public AmqpTransport(BrokerAddress address, String name) {
    this(address, name, Clock.systemUTC(), ReconnectDelays.DEFAULT);
  }

  /** Sends a checked message. The future completes on another thread; do not block in it. */
  public CompletableFuture<PublishResult> publish(Wire wire) {
    return publish(Topology.CONTROL_EXCHANGE, wire.key(), Map.of(), wire.body());
  }

  /** Consumes a queue, now or as soon as there is a connection, and again after each loss. */
  public Subscription subscribe(ControlQueue queue, Consumer<Delivery> handler) {
    TransportSubscription subscription = new TransportSubscription(this, queue, handler);
    Link current;
    lock.lock();
    try {
      subscriptions.add(subscription);
      current = link;
    } finally {
      lock.unlock();
    }
    if (current != null) {
      consumeOn(current, subscription);
    }
    return subscription;
  }

  public boolean isConnected() {
    lock.lock();
    try {
      return link != null && link.isOpen();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a connection; false when there is none after that time. */
  public boolean awaitConnected(Duration time) throws InterruptedException {
    long left = time.toNanos();
    lock.lock();
    try {
      while (link == null && left > 0 && !closed) {
        left = linkChanged.awaitNanos(left);
      }
      return link != null;
    } finally {
      lock.unlock();
    }
  }

  /** How many messages wait for the broker. */
  public int pendingCount() {
    lock.lock();
    try {
      return pending.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The oldest dead letters; they stay where they are.
   *
   * @throws IOException when the broker cannot be asked
   */
  public List<DeadLetter> deadLetters(int most) throws IOException {
    List<DeadLetter> found = new ArrayList<>();
    Channel channel = openChannel();
    try {
      long last = -1;
      while (found.size() < most) {
        GetResponse got = channel.basicGet(Topology.DEAD_LETTER_QUEUE, false);
        if (got == null) {
          break;
        }
        last = got.getEnvelope().getDeliveryTag();
        found.add(deadLetter(got));
      }
      if (last >= 0) {
        channel.basicNack(last, true, true);
      }
    } finally {
      closeQuietly(channel);
    }
    return List.copyOf(found);
  }

  @Override
  public void close() {
    Link current;
    lock.lock();
    try {
      closed = true;
      current = link;
      linkChanged.signalAll();
    } finally {
      lock.unlock();
    }
    supervisor.interrupt();
    if (current != null) {
      current.closeGracefully();
    }
    failAllPending();
  }

  private void failAllPending() {
    List<Outbound> lost;
    lock.lock();
    try {
      lost = List.copyOf(pending.values());
      pending.clear();
      unanswered.clear();
    } finally {
      lock.unlock();
    }
    lost.forEach(message -> message.result.complete(PublishResult.FAILED));
  }

  CompletableFuture<PublishResult> bury(
      String queue, String key, byte[] body, List<Problem> reasons) {
    String text = String.join("\n", reasons.stream().map(AmqpTransport::line).limit(20).toList());
    LOG.warn("dead letter from {}: {}: {}", queue, printable(key), printable(text));
    trimDeadLetters();
    Map<String, Object> headers =
        Map.of(
            "fw-key", key,
            "fw-queue", queue,
            "fw-reasons", text.length() > 8000 ? text.substring(0, 8000) : text);
    return publish(Topology.DEAD_LETTER_EXCHANGE, "", headers, body);
  }

  private static String line(Problem problem) {
    String where = problem.path().isEmpty() ? "" : problem.path() + ": ";
    return where + problem.message() + " [" + problem.code() + "]";
  }

  /** What others sent must not forge lines in our log. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}]", " ");
  }

  private CompletableFuture<PublishResult> publish(
      String exchange, String key, Map<String, Object> headers, byte[] body) {
    Outbound message;
    Link current;
    lock.lock();
    try {
      if (closed || pending.size() >= MOST_PENDING) {
        return CompletableFuture.completedFuture(PublishResult.FAILED);
      }
      String id = name + "-" + nextId++;
      AMQP.BasicProperties properties =
          new AMQP.BasicProperties.Builder()
              .contentType("application/json")
              .deliveryMode(2)
              .messageId(id)
              .timestamp(Date.from(clock.instant()))
              .headers(headers)
              .build();
      message = new Outbound(exchange, key, properties, body);
      pending.put(id, message);
      current = link;
    } finally {
      lock.unlock();
    }
    if (current != null) {
      send(current, message);
    }
    return message.result;
  }

  /** A failure breaks the link; the message waits for the next one. */
  private void send(Link current, Outbound message) {
    sendLock.lock();
    try {
      lock.lock();
      try {
        if (current != link) {
          return;
        }
        unanswered.put(current.nextSequence(), message);
      } finally {
        lock.unlock();
      }
      current.send(message);
    } catch (IOException | RuntimeException e) {
      LOG.debug("sending failed, connecting again", e);
      Thread.startVirtualThread(current::close);
    } finally {
      sendLock.unlock();
    }
  }

  private void answered(Link from, long sequence, boolean multiple, boolean accepted) {
    List<Outbound> done = new ArrayList<>();
    List<Outbound> again = new ArrayList<>();
    lock.lock();
    try {
      if (from != link) {
        return;
      }
      Map<Long, Outbound> head =
          multiple
              ? unanswered.headMap(sequence, true)
              : unanswered.subMap(sequence, true, sequence, true);
      List<Outbound> answered = List.copyOf(head.values());
      head.clear();
      for (Outbound message : answered) {
        if (accepted || message.returned || ++message.refusals >= MOST_REFUSALS) {
          pending.remove(message.properties.getMessageId());
          done.add(message);
        } else {
          again.add(message);
        }
      }
    } finally {
      lock.unlock();
    }
    if (!again.isEmpty()) {
      Thread.startVirtualThread(() -> sendAgain(from, again));
    }
    for (Outbound message : done) {
      message.result.complete(
          message.returned
              ? PublishResult.UNROUTABLE
              : accepted ? PublishResult.CONFIRMED : PublishResult.FAILED);
    }
  }

  /**
   * Refused: either nobody wants the message, which one kind of broker says only afterwards, or the
   * broker could not take it for now. Waiting a little serves both.
   */
  private void sendAgain(Link from, List<Outbound> refused) {
    try {
      Thread.sleep(REFUSAL_PAUSE);
    } catch (InterruptedException e) {
      return;
    }
    for (Outbound message : refused) {
      if (takeIfReturned(message)) {
        message.result.complete(PublishResult.UNROUTABLE);
      } else {
        send(from, message);
      }
    }
  }

  private boolean takeIfReturned(Outbound message) {
    lock.lock();
    try {
      return message.returned && pending.remove(message.properties.getMessageId()) != null;
    } finally {
      lock.unlock();
    }
  }

  private void returned(String messageId) {
    lock.lock();
    try {
      Outbound message = pending.get(messageId);
      if (message != null) {
        message.returned = true;
      }
    } finally {
      lock.unlock();
    }
  }

  /** What the broker says about messages that were sent. */
  private final class BrokerAnswers implements Link.Listener {
    @Override
    public void answered(Link from, long sequence, boolean multiple, boolean accepted) {
      AmqpTransport.this.answered(from, sequence, multiple, accepted);
    }

    @Override
    public void returned(String messageId) {
      AmqpTransport.this.returned(messageId);
    }
  }

  void unsubscribe(TransportSubscription subscription, boolean delete) {
    Link current;
    lock.lock();
    try {
      subscriptions.remove(subscription);
      current = link;
    } finally {
      lock.unlock();
    }
    if (current != null) {
      try {
        current.stopConsuming(subscription.queue.name(), delete);
      } catch (IOException | RuntimeException e) {
        LOG.debug("could not stop consuming {}", subscription.queue.name(), e);
        current.close();
      }
    }
  }

  private static void consumeOn(Link current, TransportSubscription subscription) {
    try {
      current.consume(subscription.queue, subscription);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "could not consume {}: {}", subscription.queue.name(), String.valueOf(e.getMessage()));
      current.close();
    }
  }

  private void supervise() {
    int failures = 0;
    while (!isClosed()) {
      try {
        Link made = connect();
        LOG.info("connected to {}", address);
        long since = System.nanoTime();
        made.awaitBroken();
        drop(made);
        // A connection that breaks at once is as good as none: only one that lasted starts over.
        failures = System.nanoTime() - since > STABLE_NANOS ? 0 : failures + 1;
      } catch (InterruptedException e) {
        return;
      } catch (IOException | TimeoutException | GeneralSecurityException | RuntimeException e) {
        failures++;
        LOG.warn("cannot reach the broker {} (attempt {}): {}", address, failures, reason(e));
      }
      try {
        Thread.sleep(delays.after(failures));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static String reason(Exception e) {
    Throwable cause = e;
    while (cause.getMessage() == null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  private Link connect() throws IOException, TimeoutException, GeneralSecurityException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setVirtualHost(address.virtualHost());
    factory.setUsername(address.user());
    factory.setPassword(address.password());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setConnectionTimeout(5_000);
    factory.setHandshakeTimeout(10_000);
    factory.setRequestedHeartbeat(10);
    if (address.tls()) {
      factory.useSslProtocol(javax.net.ssl.SSLContext.getDefault());
      factory.enableHostnameVerification();
    }
    var connection = factory.newConnection(name);
    try {
      Link fresh = new Link(connection, PREFETCH, new BrokerAnswers());
      install(fresh);
      return fresh;
    } catch (IOException | RuntimeException e) {
      connection.abort(2000);
      throw e;
    }
  }

  /** First the queues, then what waits to be sent: an answer must find its queue. */
  private void install(Link fresh) throws IOException {
    Set<TransportSubscription> consumed = new HashSet<>();
    while (true) {
      List<TransportSubscription> added = subscriptionsWithout(consumed);
      if (added.isEmpty()) {
        break;
      }
      for (TransportSubscription subscription : added) {
        fresh.consume(subscription.queue, subscription);
        consumed.add(subscription);
      }
    }
    sendLock.lock();
    try {
      List<Outbound> waiting = makeCurrent(fresh);
      waiting.forEach(message -> send(fresh, message));
    } finally {
      sendLock.unlock();
    }
    // Those that came between the last look and the link's becoming current.
    for (TransportSubscription subscription : subscriptionsWithout(consumed)) {
      fresh.consume(subscription.queue, subscription);
    }
  }

  private List<TransportSubscription> subscriptionsWithout(Set<TransportSubscription> consumed) {
    lock.lock();
    try {
      return subscriptions.stream().filter(s -> !consumed.contains(s)).toList();
    } finally {
      lock.unlock();
    }
  }

  /** From here on publishers send for themselves; what waits until now is the caller's to send. */
  private List<Outbound> makeCurrent(Link fresh) throws IOException {
    lock.lock();
    try {
      if (closed) {
        throw new IOException("closed");
      }
      link = fresh;
      unanswered.clear();
      pending.values().forEach(message -> message.returned = false);
      linkChanged.signalAll();
      return List.copyOf(pending.values());
    } finally {
      lock.unlock();
    }
  }

  private void drop(Link lost) {
    lost.close();
    lock.lock();
    try {
      if (link == lost) {
        link = null;
        unanswered.clear();
      }
      if (!closed) {
        LOG.warn("lost the connection to {}; {} messages wait", address, pending.size());
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  private Channel openChannel() throws IOException {
    Link current;
    lock.lock();
    try {
      current = link;
    } finally {
      lock.unlock();
    }
    if (current == null) {
      throw new IOException("there is no connection to the broker " + address);
    }
    try {
      return Optional.ofNullable(current.openChannel())
          .orElseThrow(() -> new IOException("the broker gives no further channel"));
    } catch (RuntimeException e) {
      throw new IOException("there is no connection to the broker " + address, e);
    }
  }

  /** Kept in bounds by our own code, the same on every broker: the oldest go first. */
  private void trimDeadLetters() {
    try {
      Channel channel = openChannel();
      try {
        long excess = channel.messageCount(Topology.DEAD_LETTER_QUEUE) - MOST_DEAD_LETTERS + 1;
        for (; excess > 0; excess--) {
          if (channel.basicGet(Topology.DEAD_LETTER_QUEUE, true) == null) {
            break;
          }
        }
      } finally {
        closeQuietly(channel);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("the dead letters were not trimmed", e);
    }
  }

  private static DeadLetter deadLetter(GetResponse got) {
    Map<String, Object> headers =
        got.getProps().getHeaders() == null ? Map.of() : got.getProps().getHeaders();
    Date sent = got.getProps().getTimestamp();
    return new DeadLetter(
        String.valueOf(headers.get("fw-key")),
        String.valueOf(headers.get("fw-queue")),
        sent == null ? Instant.EPOCH : sent.toInstant(),
        String.valueOf(headers.get("fw-reasons")),
        new String(got.getBody(), StandardCharsets.UTF_8));
  }

  private static void closeQuietly(Channel channel) {
    try {
      channel.close();
    } catch (IOException | TimeoutException | RuntimeException e) {
      LOG.debug("closing a channel", e);
    }
  }
}
