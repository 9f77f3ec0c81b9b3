package dev.fleetwright.amqp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queues that are consumed, on one link after the other. */
final class Subscriptions {

  private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final List<TransportSubscription> all = new ArrayList<>();
  private @Nullable Link link;

  /** Consumes now, or as soon as there is a link. */
  void add(TransportSubscription subscription) {
    Link current;
    lock.lock();
    try {
      all.add(subscription);
      current = link;
    } finally {
      lock.unlock();
    }
    if (current == null) {
      return;
    }
    try {
      current.consume(subscription.queue, subscription);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "could not consume {}: {}", subscription.queue.name(), String.valueOf(e.getMessage()));
      current.close();
    }
  }

  void remove(TransportSubscription subscription, boolean delete) {
    Link current;
    lock.lock();
    try {
      all.remove(subscription);
      current = link;
    } finally {
      lock.unlock();
    }
    if (current == null) {
      return;
    }
    try {
      current.stopConsuming(subscription.queue.name(), delete);
    } catch (IOException | RuntimeException e) {
      LOG.debug("could not stop consuming {}", subscription.queue.name(), e);
      current.close();
    }
  }

  /** Consumes everything on a fresh link; what is added meanwhile too. */
  void attach(Link fresh) throws IOException {
    Set<TransportSubscription> consumed = new HashSet<>();
    while (true) {
      List<TransportSubscription> added;
      lock.lock();
      try {
        added = all.stream().filter(s -> !consumed.contains(s)).toList();
        if (added.isEmpty()) {
          link = fresh;
          return;
        }
      } finally {
        lock.unlock();
      }
      for (TransportSubscription subscription : added) {
        fresh.consume(subscription.queue, subscription);
        consumed.add(subscription);
      }
    }
  }

  void detach(Link lost) {
    lock.lock();
    try {
      if (link == lost) {
        link = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
