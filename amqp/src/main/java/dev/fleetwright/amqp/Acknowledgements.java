package dev.fleetwright.amqp;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Which messages of a channel are answered. Where many are dealt with in a row one frame
 * acknowledges them all; a message that takes long holds up no other. What is held back goes out
 * with {@link #flush}, which whoever uses this calls soon. Not thread-safe.
 */
final class Acknowledgements {

  /** Well below the prefetch, so that the broker never waits for what is held back. */
  private static final int TOGETHER = 32;

  /** A frame to the broker: this message, or all up to it that have no answer yet. */
  record Frame(long tag, boolean multiple) {}

  private final NavigableSet<Long> open = new TreeSet<>();
  private final NavigableSet<Long> done = new TreeSet<>();

  void delivered(long tag) {
    open.add(tag);
  }

  /** Whether this is the message's first answer. */
  boolean takeOpen(long tag) {
    return open.remove(tag);
  }

  /** What is to be sent once this message is dealt with; answering twice is once. */
  List<Frame> acknowledged(long tag) {
    if (!takeOpen(tag)) {
      return List.of();
    }
    done.add(tag);
    return done.size() >= TOGETHER ? flush() : List.of();
  }

  boolean holdsBack() {
    return !done.isEmpty();
  }

  /** What was held back. */
  List<Frame> flush() {
    List<Frame> frames = new ArrayList<>();
    NavigableSet<Long> inRow = open.isEmpty() ? done : done.headSet(open.first(), false);
    if (!inRow.isEmpty()) {
      frames.add(new Frame(inRow.last(), true));
      inRow.clear();
    }
    done.forEach(tag -> frames.add(new Frame(tag, false)));
    done.clear();
    return frames;
  }
}
