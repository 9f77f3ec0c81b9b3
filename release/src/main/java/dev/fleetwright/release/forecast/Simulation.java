package dev.fleetwright.release.forecast;

import dev.fleetwright.release.Admission;
import dev.fleetwright.release.Intents;
import dev.fleetwright.release.Job;
import dev.fleetwright.release.JobStatus;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.Touched;
import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/**
 * A fleet whose clock can be moved on. Each step admits what is allowed at the present time and
 * goes to the next time at which something may change. Only targets that a change can concern are
 * asked again.
 */
public final class Simulation {

  /**
   * Above this many changes at once it is cheaper to ask everybody than to ask who is concerned.
   */
  private static final int MANY = 16;

  /** A target that moves more often at one moment goes round in circles. */
  private static final int MOST_MOVES_AT_ONCE = 100;

  private record Arrival(long at, String target, String release) {}

  private final long deployTime;
  private final List<Move> moves = new ArrayList<>();
  private final Map<String, Long> wakeUps = new HashMap<>();
  private final Set<String> due = new TreeSet<>();
  private final PriorityQueue<Arrival> arrivals =
      new PriorityQueue<>(
          java.util.Comparator.comparingLong(Arrival::at).thenComparing(Arrival::target));
  private Snapshot snapshot;
  private long now;

  public Simulation(Snapshot snapshot, long from, long deployTime) {
    this.snapshot = snapshot;
    this.now = from;
    this.deployTime = deployTime;
    snapshot.fleet().targets().forEach(target -> due.add(target.name()));
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /** The time of the next step; {@link Micros#NEVER} when nothing will change any more. */
  public long now() {
    return now;
  }

  public List<Move> moves() {
    return List.copyOf(moves);
  }

  /** Admits what is allowed now, and moves the clock on. */
  public void step() {
    arrive();
    for (int round = 0; !due.isEmpty() && round < MOST_MOVES_AT_ONCE; round++) {
      admit();
    }
    due.clear();
    long next = arrivals.isEmpty() ? Micros.NEVER : arrivals.element().at;
    for (long wakeUp : wakeUps.values()) {
      next = Math.min(next, wakeUp);
    }
    now = next;
    wakeUps.forEach((target, at) -> {
      if (at <= now) {
        due.add(target);
      }
    });
  }

  private void arrive() {
    List<Target> changed = new ArrayList<>();
    while (!arrivals.isEmpty() && arrivals.element().at <= now) {
      Arrival arrival = arrivals.remove();
      Target target = snapshot.fleet().target(arrival.target);
      if (target != null) {
        changed.add(target.withCurrent(arrival.release));
      }
    }
    change(changed);
  }

  private void admit() {
    List<Target> asked = new ArrayList<>();
    due.forEach(name -> {
      Target target = snapshot.fleet().target(name);
      if (target != null) {
        asked.add(target);
      }
    });
    due.clear();
    List<Target> changed = new ArrayList<>();
    List<Target> free = asked.stream().filter(target -> !isBusy(target)).toList();
    asked.stream().filter(this::isBusy).forEach(this::askWhenDone);
    for (Selection answer : Admission.admit(snapshot, free, new Intents(), now, false)) {
      wakeUps.put(answer.target(), answer.changesAt());
      Release chosen = answer.chosen();
      Target target = snapshot.fleet().target(answer.target());
      if (chosen != null && target != null && answer.change().moves()) {
        changed.add(begin(target, chosen, answer));
      }
    }
    change(changed);
  }

  private void askWhenDone(Target target) {
    long done = Micros.NEVER;
    for (Job job : target.jobs()) {
      done = job.isRunningAt(now) ? Math.min(done, job.finishedAt()) : done;
    }
    wakeUps.put(target.name(), done);
  }

  private boolean isBusy(Target target) {
    return target.jobs().stream().anyMatch(job -> job.isRunningAt(now));
  }

  private Target begin(Target target, Release chosen, Selection answer) {
    long doneAt = Micros.plus(now, deployTime);
    moves.add(
        new Move(
            now,
            doneAt,
            target.name(),
            chosen.id(),
            target.current(),
            answer.change(),
            answer.reason()));
    List<Job> jobs = new ArrayList<>(target.jobs());
    jobs.add(new Job(chosen.id(), JobStatus.SUCCESSFUL, now, doneAt, true));
    Target begun = target.withJobs(jobs);
    if (deployTime == 0) {
      return begun.withCurrent(chosen.id());
    }
    arrivals.add(new Arrival(doneAt, target.name(), chosen.id()));
    return begun;
  }

  private void change(List<Target> changed) {
    if (changed.isEmpty()) {
      return;
    }
    snapshot = snapshot.withFleet(snapshot.fleet().with(changed));
    if (changed.size() > MANY) {
      snapshot.fleet().targets().forEach(target -> due.add(target.name()));
    } else {
      for (Target target : changed) {
        Touched.by(snapshot, target).forEach(touched -> due.add(touched.name()));
      }
    }
  }
}
