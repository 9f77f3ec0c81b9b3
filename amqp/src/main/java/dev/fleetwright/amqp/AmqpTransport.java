package dev.fleetwright.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.fleetwright.swarm.protocol.Wire;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
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
  private static final int PREFETCH = 100;
  private static final int ABORT_MILLIS = 2_000;
  private static final long STABLE_NANOS = Duration.ofSeconds(5).toNanos();

  private final BrokerAddress address;
  private final Connector connector;
  private final ReconnectDelays delays;
  private final Senders senders;
  private final Outbox outbox;
  private final DeadLetters deadLetters;
  private final Subscriptions subscriptions = new Subscriptions();
  private final List<Runnable> returns = new CopyOnWriteArrayList<>();
  private final Thread supervisor;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition linkChanged = lock.newCondition();
  private @Nullable Link link;
  private boolean closed;

  /**
   * Starts to connect, and returns at once.
   *
   * @param name shown by the broker, e.g. {@code hub}
   * @param senders whose messages are taken; the others' become dead letters
   */
  public AmqpTransport(
      BrokerAddress address, String name, Clock clock, ReconnectDelays delays, Senders senders) {
    this.address = address;
    this.connector = new Connector(address, name);
    this.delays = delays;
    this.senders = senders;
    this.outbox = new Outbox(name, address.user(), clock);
    this.deadLetters = new DeadLetters(this::openChannel, outbox);
    this.supervisor = Thread.ofVirtual().name("amqp-" + name).start(this::supervise);
  }

  public AmqpTransport(BrokerAddress address, String name, Clock clock, ReconnectDelays delays) {
    this(address, name, clock, delays, Senders.anybody());
  }

  public AmqpTransport(BrokerAddress address, String name) {
    this(address, name, Clock.systemUTC(), ReconnectDelays.DEFAULT);
  }

  /** Sends a checked message. The future completes on another thread; do not block in it. */
  public CompletableFuture<PublishResult> publish(Wire wire) {
    return outbox.publish(Topology.CONTROL_EXCHANGE, wire.key(), Map.of(), wire.body());
  }

  /** Consumes a queue, now or as soon as there is a connection, and again after each loss. */
  public Subscription subscribe(ControlQueue queue, Consumer<Delivery> handler) {
    TransportSubscription subscription =
        new TransportSubscription(subscriptions, deadLetters, senders, queue, handler);
    subscriptions.add(subscription);
    return subscription;
  }

  /**
   * Whether the broker has a queue; blocks for the answer.
   *
   * @throws IOException when there is no connection to ask on
   */
  public boolean hasQueue(ControlQueue queue) throws IOException {
    Channel channel = openChannel();
    try {
      channel.queueDeclarePassive(queue.name());
      return true;
    } catch (IOException e) {
      // The broker closes the channel on the question after a queue that is not there.
      if (e.getCause() instanceof ShutdownSignalException closed
          && closed.getReason() instanceof AMQP.Channel.Close close
          && close.getReplyCode() == AMQP.NOT_FOUND) {
        return false;
      }
      throw e;
    } finally {
      channel.abort();
    }
  }

  /**
   * Tells when there is a connection again after one was lost, when its queues are consumed. The
   * broker may have lost what it had confirmed. Called on a thread of its own.
   */
  public void onReturn(Runnable listener) {
    returns.add(listener);
  }

  /** Tells it no more. */
  public void notOnReturn(Runnable listener) {
    returns.remove(listener);
  }

  /** What nobody could deal with. */
  public DeadLetters deadLetters() {
    return deadLetters;
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
    return outbox.pendingCount();
  }

  @Override
  public void close() {
    outbox.close();
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
    outbox.failAll();
  }

  private void supervise() {
    int failures = 0;
    boolean again = false;
    while (!isClosed()) {
      try {
        Link made = connect();
        LOG.info("connected to {}", address);
        if (again) {
          returns.forEach(Thread::startVirtualThread);
        }
        again = true;
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

  /** First the queues, then what waits to be sent: an answer must find its queue. */
  private Link connect() throws IOException, TimeoutException, GeneralSecurityException {
    Connection connection = connector.open();
    try {
      Link fresh = new Link(connection, PREFETCH, outbox);
      subscriptions.attach(fresh);
      outbox.attach(fresh);
      makeCurrent(fresh);
      return fresh;
    } catch (IOException | RuntimeException e) {
      connection.abort(ABORT_MILLIS);
      throw e;
    }
  }

  private void makeCurrent(Link fresh) throws IOException {
    lock.lock();
    try {
      if (closed) {
        throw new IOException("closed");
      }
      link = fresh;
      linkChanged.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void drop(Link lost) {
    lost.close();
    subscriptions.detach(lost);
    outbox.detach(lost);
    lock.lock();
    try {
      if (link == lost) {
        link = null;
      }
      if (!closed) {
        LOG.warn("lost the connection to {}; {} messages wait", address, outbox.pendingCount());
      }
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
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
}
