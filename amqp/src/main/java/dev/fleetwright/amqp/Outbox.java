package dev.fleetwright.amqp;

import com.rabbitmq.client.AMQP;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages between the call to publish and the broker's answer. They outlive a link: what was not
 * confirmed on one is sent again on the next.
 */
final class Outbox implements Link.Answers {

  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final int MOST_PENDING = 20_000;
  private static final int MOST_REFUSALS = 5;
  private static final Duration REFUSAL_PAUSE = Duration.ofMillis(100);

  private final String idPrefix;
  private final String user;
  private final Clock clock;

  /** Held while bytes go out, which may block; the broker's answers never wait for it. */
  private final ReentrantLock sendLock = new ReentrantLock();

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Outbound> pending = new LinkedHashMap<>();
  private final TreeMap<Long, Outbound> unanswered = new TreeMap<>();
  private final RefusedKeys refused = new RefusedKeys();
  private @Nullable Link link;
  private long nextId;
  private boolean closed;

  /**
   * @param name of the transport; the ids of messages start with it
   * @param user who is logged in: the broker vouches for it to those who receive
   */
  Outbox(String name, String user, Clock clock) {
    // Ids of this run and of the one before a restart must differ.
    this.idPrefix = name + "-" + UUID.randomUUID().toString().substring(0, 8) + "-";
    this.user = user;
    this.clock = clock;
  }

  CompletableFuture<PublishResult> publish(
      String exchange, String key, Map<String, Object> headers, byte[] body) {
    Outbound message;
    Link current;
    lock.lock();
    try {
      if (closed || pending.size() >= MOST_PENDING) {
        return CompletableFuture.completedFuture(PublishResult.FAILED);
      }
      String id = idPrefix + nextId++;
      AMQP.BasicProperties properties =
          new AMQP.BasicProperties.Builder()
              .contentType("application/json")
              .deliveryMode(2)
              .messageId(id)
              .userId(user)
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

  /** From here on publishers send for themselves on this link; first goes what waits till now. */
  void attach(Link fresh) {
    sendLock.lock();
    try {
      for (Outbound message : takeUp(fresh)) {
        send(fresh, message);
      }
    } finally {
      sendLock.unlock();
    }
  }

  private List<Outbound> takeUp(Link fresh) {
    lock.lock();
    try {
      link = fresh;
      unanswered.clear();
      pending.values().forEach(message -> message.returned = false);
      return List.copyOf(pending.values());
    } finally {
      lock.unlock();
    }
  }

  /** The link is lost; messages wait for the next one. */
  void detach(Link lost) {
    lock.lock();
    try {
      if (link == lost) {
        link = null;
        unanswered.clear();
      }
    } finally {
      lock.unlock();
    }
  }

  int pendingCount() {
    lock.lock();
    try {
      return pending.size();
    } finally {
      lock.unlock();
    }
  }

  /** Takes no further message. */
  void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /** Tells those who wait for an answer that none will come. */
  void failAll() {
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

  @Override
  public void answered(Link from, long sequence, boolean multiple, boolean accepted) {
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
        note(message, accepted);
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

  private void note(Outbound message, boolean accepted) {
    if (accepted) {
      refused.taken(message.key);
    } else if (!message.returned && message.refusals >= MOST_REFUSALS) {
      refused.refused(message.key);
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

  @Override
  public void returned(String messageId) {
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
}
