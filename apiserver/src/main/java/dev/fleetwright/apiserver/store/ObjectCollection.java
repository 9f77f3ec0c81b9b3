package dev.fleetwright.apiserver.store;

import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The current objects and recent events of one collection. Guarded by the lock of the cache. */
final class ObjectCollection {
  private final TreeMap<String, Entry> objects = new TreeMap<>();
  private final EventLog log = new EventLog();
  private final List<Signal> watchers = new CopyOnWriteArrayList<>();
  private long compacted;

  ObjectCollection(long compacted) {
    this.compacted = compacted;
  }

  void load(Entry entry) {
    objects.put(entry.key().path(), entry);
  }

  void apply(Event event) {
    String path = event.object().key().path();
    if (event.type() == Event.Type.DELETED) {
      objects.remove(path);
    } else {
      objects.put(path, event.object());
    }
    log.append(event);
  }

  /** Forgets the oldest event; older resource versions can no longer be resumed from. */
  Event compactOne() {
    Event event = log.removeFirst();
    compacted = event.version();
    return event;
  }

  /** Events after this version are all known. */
  long compacted() {
    return compacted;
  }

  @Nullable Entry object(String path) {
    return objects.get(path);
  }

  int size() {
    return objects.size();
  }

  boolean isEmpty() {
    return objects.isEmpty();
  }

  Collection<Entry> range(@Nullable String namespace, String after) {
    return range(objects, namespace, after);
  }

  /** The objects as they were at a version that is not compacted yet. */
  Collection<Entry> rangeAt(long version, @Nullable String namespace, String after) {
    var past = new TreeMap<>(objects);
    int first = log.firstAfter(version);
    for (int i = log.size() - 1; i >= first; i--) {
      Event event = log.at(i);
      String path = event.object().key().path();
      Entry previous = event.previous();
      if (previous == null) {
        past.remove(path);
      } else {
        past.put(path, previous);
      }
    }
    return range(past, namespace, after);
  }

  private static Collection<Entry> range(
      NavigableMap<String, Entry> objects, @Nullable String namespace, String after) {
    NavigableMap<String, Entry> part = objects;
    if (namespace != null) {
      // '0' follows '/' in the order of characters.
      part = part.subMap(namespace + "/", true, namespace + "0", false);
    }
    if (!after.isEmpty()) {
      if (!part.isEmpty() && after.compareTo(part.firstKey()) >= 0) {
        part = part.tailMap(after, false);
      }
    }
    return part.values();
  }

  List<Event> eventsAfter(long version, int max) {
    return log.after(version, max);
  }

  void addWatcher(Signal signal) {
    watchers.add(signal);
  }

  void removeWatcher(Signal signal) {
    watchers.remove(signal);
  }

  void wakeWatchers() {
    for (Signal watcher : watchers) {
      watcher.raise();
    }
  }
}
