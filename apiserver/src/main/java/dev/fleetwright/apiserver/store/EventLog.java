package dev.fleetwright.apiserver.store;

import java.util.ArrayList;
import java.util.List;

/** The recent events of one collection in the order of their versions: a ring that grows. */
final class EventLog {
  private Event[] ring = new Event[8];
  private int head;
  private int size;

  void append(Event event) {
    if (size == ring.length) {
      var larger = new Event[ring.length * 2];
      for (int i = 0; i < size; i++) {
        larger[i] = at(i);
      }
      ring = larger;
      head = 0;
    }
    ring[(head + size) % ring.length] = event;
    size++;
  }

  @SuppressWarnings("NullAway") // a freed slot must not keep its event alive
  Event removeFirst() {
    Event first = ring[head];
    ring[head] = null;
    head = (head + 1) % ring.length;
    size--;
    return first;
  }

  int size() {
    return size;
  }

  Event at(int index) {
    return ring[(head + index) % ring.length];
  }

  /** At most {@code max} events after a version, oldest first. */
  List<Event> after(long version, int max) {
    int from = firstAfter(version);
    int to = Math.min(size, from + max);
    var found = new ArrayList<Event>(to - from);
    for (int i = from; i < to; i++) {
      found.add(at(i));
    }
    return found;
  }

  /** The index of the first event after a version. */
  int firstAfter(long version) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle).version() <= version) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
