package dev.fleetwright.apiserver.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * What is on disk, in memory, with the recent events.
 *
 * <p>Watchers keep no buffer: each remembers the version it has seen and reads on from the log of
 * its collection. A watcher that is slower than the history is long finds its place gone, so memory
 * stays bounded however slow a client is.
 */
public final class WatchCache {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<CollectionKey, ObjectCollection> collections = new HashMap<>();
  private final ArrayDeque<ObjectCollection> eventOrder = new ArrayDeque<>();
  private final int maxEvents;
  private final long maxBytes;
  private long bytes;
  private long start;
  private long version;

  /** A state at a version. */
  public record Snapshot(long version, List<Entry> entries) {}

  /** The next events of a watcher, and the version up to which they are complete. */
  public sealed interface Progress {
    /** More events, or none so far; all events up to {@code version} are seen with these. */
    record Events(List<Event> events, long version) implements Progress {}

    /** The history does not reach back to where the watcher is. */
    record Expired(long oldest) implements Progress {}
  }

  WatchCache(int maxEvents, long maxBytes) {
    this.maxEvents = maxEvents;
    this.maxBytes = maxBytes;
  }

  void start(long version) {
    this.version = version;
    this.start = version;
  }

  void load(Entry entry) {
    collection(entry.key().collection()).load(entry);
  }

  private ObjectCollection collection(CollectionKey key) {
    return collections.computeIfAbsent(key, k -> new ObjectCollection(start));
  }

  void publish(List<Event> events) {
    Set<ObjectCollection> touched = new HashSet<>();
    lock.writeLock().lock();
    try {
      for (Event event : events) {
        ObjectCollection collection = collection(event.object().key().collection());
        collection.apply(event);
        eventOrder.add(collection);
        bytes += size(event);
        version = event.version();
        touched.add(collection);
      }
      while (eventOrder.size() > maxEvents || (bytes > maxBytes && eventOrder.size() > 1)) {
        bytes -= size(eventOrder.remove().compactOne());
      }
    } finally {
      lock.writeLock().unlock();
    }
    touched.forEach(ObjectCollection::wakeWatchers);
  }

  private static long size(Event event) {
    return event.object().body().length + 100L;
  }

  /** The version of the newest visible change anywhere. */
  public long version() {
    lock.readLock().lock();
    try {
      return version;
    } finally {
      lock.readLock().unlock();
    }
  }

  public @Nullable Entry get(ObjectKey key) {
    lock.readLock().lock();
    try {
      ObjectCollection collection = collections.get(key.collection());
      return collection == null ? null : collection.object(key.path());
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * The objects of a collection now.
   *
   * @param namespace null for all namespaces
   * @param after only objects whose path follows this one; empty for all
   */
  public Snapshot snapshot(CollectionKey key, @Nullable String namespace, String after) {
    lock.readLock().lock();
    try {
      ObjectCollection collection = collections.get(key);
      return new Snapshot(
          version,
          collection == null ? List.of() : new ArrayList<>(collection.range(namespace, after)));
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The objects of a collection at a version, or null when its history is gone. */
  public @Nullable Snapshot snapshotAt(
      long at, CollectionKey key, @Nullable String namespace, String after) {
    lock.readLock().lock();
    try {
      if (at == version) {
        return snapshot(key, namespace, after);
      }
      ObjectCollection collection = collections.get(key);
      if (collection == null) {
        return at < start ? null : new Snapshot(at, List.of());
      }
      if (at < collection.compacted()) {
        return null;
      }
      return new Snapshot(at, new ArrayList<>(collection.rangeAt(at, namespace, after)));
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The next events of a collection after a version. */
  public Progress next(CollectionKey key, long after, int max) {
    lock.readLock().lock();
    try {
      ObjectCollection collection = collections.get(key);
      if (collection == null) {
        return after < start
            ? new Progress.Expired(start)
            : new Progress.Events(List.of(), version);
      }
      if (after < collection.compacted()) {
        return new Progress.Expired(collection.compacted());
      }
      List<Event> events = collection.eventsAfter(after, max);
      long complete = events.size() < max ? version : events.getLast().version();
      return new Progress.Events(events, complete);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Raises the signal whenever the collection changes, until unsubscribed. */
  public void subscribe(CollectionKey key, Signal signal) {
    lock.writeLock().lock();
    try {
      collection(key).addWatcher(signal);
    } finally {
      lock.writeLock().unlock();
    }
  }

  public void unsubscribe(CollectionKey key, Signal signal) {
    lock.writeLock().lock();
    try {
      collection(key).removeWatcher(signal);
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** All objects of all clusters now. */
  Snapshot everything() {
    lock.readLock().lock();
    try {
      var all = new ArrayList<Entry>();
      collections.values().forEach(collection -> all.addAll(collection.range(null, "")));
      return new Snapshot(version, all);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** How many objects there are of each resource, in all clusters together. */
  public Map<String, Integer> counts() {
    lock.readLock().lock();
    try {
      var counts = new HashMap<String, Integer>();
      collections.forEach((key, collection) -> {
        if (!key.resource().startsWith("#") && !collection.isEmpty()) {
          counts.merge(key.resource(), collection.size(), Integer::sum);
        }
      });
      return counts;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** How many events are kept for watches to resume from. */
  public int historyEvents() {
    lock.readLock().lock();
    try {
      return eventOrder.size();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The resources of which a logical cluster holds objects. */
  public List<CollectionKey> collections(String cluster) {
    lock.readLock().lock();
    try {
      return collections.entrySet().stream()
          .filter(e -> e.getKey().cluster().equals(cluster) && !e.getValue().isEmpty())
          .map(Map.Entry::getKey)
          .toList();
    } finally {
      lock.readLock().unlock();
    }
  }
}
