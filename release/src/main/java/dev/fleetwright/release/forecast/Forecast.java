package dev.fleetwright.release.forecast;

import dev.fleetwright.release.Intents;
import dev.fleetwright.release.RuleEngine;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What will happen if nobody does anything else: deployments take a fixed time and succeed, no new
 * releases, approvals or measurements come.
 *
 * @param moves in the order of time, then by target
 * @param courses by target, sorted by name
 * @param cutShortAt where the steps ran out; equal to {@code to} when they did not
 */
public record Forecast(
    long from, long to, List<Move> moves, List<Course> courses, long cutShortAt) {

  /** Enough for any fleet that people look at, and an end for one that flaps. */
  private static final int MOST_STEPS = 20_000;

  public Forecast {
    moves = List.copyOf(moves);
    courses = List.copyOf(courses);
  }

  public boolean isCutShort() {
    return cutShortAt < to;
  }

  /**
   * Steps from one time to another, the end excluded.
   *
   * @param deployTime how long a deployment takes, in microseconds
   */
  public static Forecast of(Snapshot snapshot, long from, long to, long deployTime) {
    Simulation simulation = new Simulation(snapshot, from, deployTime);
    int steps = 0;
    while (simulation.now() < to && steps++ < MOST_STEPS) {
      simulation.step();
    }
    List<Move> moves =
        simulation.moves().stream()
            .sorted(Comparator.comparingLong(Move::at).thenComparing(Move::target))
            .toList();
    long end = Math.min(to, Math.max(from, simulation.now()));
    List<Course> courses = new ArrayList<>();
    Snapshot last = simulation.snapshot();
    for (Target target : snapshot.fleet().targets()) {
      Target then = last.fleet().target(target.name());
      courses.add(
          new Course(
              target.name(),
              segments(target, moves, from, to),
              RuleEngine.explain(
                  last, then == null ? target : then, new Intents(), Math.max(from, to - 1))));
    }
    return new Forecast(from, to, moves, courses, end);
  }

  private static List<Segment> segments(Target target, List<Move> moves, long from, long to) {
    List<Segment> segments = new ArrayList<>();
    String running = target.current();
    long since = from;
    for (Move move : moves) {
      if (move.target().equals(target.name())) {
        add(segments, new Segment(running, false, since, move.at()));
        add(segments, new Segment(move.release(), true, move.at(), Math.min(to, move.doneAt())));
        running = move.release();
        since = Math.min(to, move.doneAt());
      }
    }
    add(segments, new Segment(running, false, since, to));
    return segments;
  }

  private static void add(List<Segment> segments, Segment segment) {
    if (segment.from() < segment.to()) {
      segments.add(segment);
    }
  }
}
