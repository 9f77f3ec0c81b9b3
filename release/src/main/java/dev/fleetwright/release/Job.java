package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One deployment of a release to a target. It has a past, a present and a future: before its start
 * it does not exist, before its end it runs.
 *
 * @param startedAt {@link Micros#ALWAYS} when unknown
 * @param finishedAt {@link Micros#NEVER} while it runs; {@link Micros#ALWAYS} when it ended at an
 *     unknown time
 */
public record Job(
    String release, JobStatus status, long startedAt, long finishedAt, boolean verified) {

  static final Comparator<Job> FIRST_TO_LAST =
      Comparator.comparingLong(Job::startedAt)
          .thenComparingLong(Job::finishedAt)
          .thenComparing(Job::release)
          .thenComparing(Job::status)
          .thenComparing(Job::verified);

  public Job {
    if (status.isRunning()) {
      finishedAt = Micros.NEVER;
    } else if (finishedAt == Micros.NEVER) {
      finishedAt = startedAt;
    }
    if (startedAt > finishedAt) {
      startedAt = finishedAt;
    }
  }

  /** Null when it had not begun at that time. */
  public @Nullable JobStatus statusAt(long time) {
    if (startedAt > time) {
      return null;
    }
    if (finishedAt <= time) {
      return status;
    }
    return status.isRunning() ? status : JobStatus.IN_PROGRESS;
  }

  public boolean isRunningAt(long time) {
    return startedAt <= time && time < finishedAt;
  }
}
