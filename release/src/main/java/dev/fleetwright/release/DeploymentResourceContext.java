package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that rules may know for one decision: the target, its releases, the facts of one snapshot,
 * the time, and what was admitted since the snapshot was taken. For one evaluation on one thread.
 */
public final class DeploymentResourceContext {

  private final Snapshot snapshot;
  private final Target target;
  private final Intents intents;
  private final long now;
  private final boolean explains;

  private @Nullable Sequential passedOf;
  private int passedRank;

  public DeploymentResourceContext(
      Snapshot snapshot, Target target, Intents intents, long now, boolean explains) {
    this.snapshot = snapshot;
    this.target = target;
    this.intents = intents;
    this.now = now;
    this.explains = explains;
  }

  public @Nullable String desiredReleaseId() {
    return target.desiredRelease();
  }

  public String deployment() {
    return target.deployment();
  }

  public String environment() {
    return target.environment();
  }

  public Resource resource() {
    return target.resource();
  }

  /** All releases of the deployment, before any rule. */
  public Releases availableReleases() {
    return snapshot.releasesOf(target.deployment());
  }

  public Target target() {
    return target;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  public Intents intents() {
    return intents;
  }

  /** Microseconds since 1970. */
  public long now() {
    return now;
  }

  /** Whether someone will read the reasons. */
  public boolean explains() {
    return explains;
  }

  /** The release that runs on the target, where it is one of the available ones. */
  public @Nullable Release current() {
    int index = availableReleases().indexOf(target.current());
    return index < 0 ? null : availableReleases().at(index);
  }

  public boolean lacks(Fact fact) {
    return snapshot.missing().contains(fact);
  }

  /**
   * How far the target has come in an order of sequential releases: the largest rank of its current
   * release and of those that it once ran. Having been there counts, so that a rollback does not
   * bring an upgrade back that was applied before.
   */
  int passedRank(Sequential sequential) {
    if (sequential.equals(passedOf)) {
      return passedRank;
    }
    Releases all = availableReleases();
    int rank = rankOf(sequential, all, target.current());
    List<Job> jobs = target.jobs();
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      if (job.status() == JobStatus.SUCCESSFUL && job.finishedAt() <= now) {
        rank = Math.max(rank, rankOf(sequential, all, job.release()));
      }
    }
    passedOf = sequential;
    passedRank = rank;
    return rank;
  }

  /** When a deployment that is under way may move {@link #passedRank}. */
  public long passedRankChangesAt() {
    long earliest = Micros.NEVER;
    for (Job job : target.jobs()) {
      if (job.finishedAt() > now) {
        earliest = Math.min(earliest, job.finishedAt());
      }
    }
    return earliest;
  }

  private static int rankOf(Sequential sequential, Releases all, @Nullable String id) {
    int index = all.universeIndexOf(id);
    return index < 0 ? -1 : sequential.rank(all, index);
  }
}
