package dev.fleetwright.swarm.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** Virtual time, chance and the history of one run: one seed, one history. */
final class Clockwork {

  static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
  private static final int MOST_EVENTS = 200_000;

  private record Event(Instant at, long order, Object what, Runnable run) {}

  private record Line(Instant at, List<Object> parts) {}

  private final Random random;
  private final List<Line> trace = new ArrayList<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::order));
  private Instant now = EPOCH;
  private long order;
  private long nextId;

  /** While it lasts, everything goes wrong. */
  boolean chaos = true;

  final List<String> violations = new ArrayList<>();

  Clockwork(long seed) {
    this.random = new Random(seed);
  }

  Instant now() {
    return now;
  }

  String id() {
    return "id-" + nextId++;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Any step may be the last before a crash. */
  boolean crashes() {
    return chaos && random.nextInt(150) == 0;
  }

  void in(Duration delay, Object what, Runnable run) {
    events.add(new Event(now.plus(delay), order++, what, run));
  }

  void inMillis(int millis, Object what, Runnable run) {
    in(Duration.ofMillis(millis), what, run);
  }

  void at(Instant time, Object what, Runnable run) {
    in(time.isAfter(now) ? Duration.between(now, time) : Duration.ofMillis(1), what, run);
  }

  /** Put into words only when somebody reads it. */
  void note(Object... parts) {
    trace.add(new Line(now, List.of(parts)));
  }

  void violation(String what) {
    note("VIOLATION ", what);
    violations.add(what);
  }

  /** Lets time pass until the end, or until nothing is left to happen. */
  void run(java.util.function.Supplier<Instant> end) {
    for (int steps = 0; !events.isEmpty() && !events.peek().at().isAfter(end.get()); steps++) {
      if (steps > MOST_EVENTS) {
        violation("it never comes to rest");
        return;
      }
      Event event = events.remove();
      now = event.at();
      note(event.what());
      event.run().run();
    }
  }

  String trace() {
    StringBuilder text = new StringBuilder();
    for (Line line : trace) {
      text.append("%10.3f s  ".formatted(Duration.between(EPOCH, line.at()).toMillis() / 1000.0));
      for (Object part : line.parts()) {
        text.append(part);
      }
      text.append('\n');
    }
    return text.toString();
  }
}
