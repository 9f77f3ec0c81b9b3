package dev.fleetwright.release.rules;

import dev.fleetwright.release.Job;
import dev.fleetwright.release.JobStatus;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.release.time.Occurrence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How deployments of a release to a target went, over time. */
final class Outcomes {

  private Outcomes() {}

  /** The releases that a target has to do with. */
  static Set<String> releasesOf(Target target) {
    Set<String> releases = new LinkedHashSet<>();
    target.jobs().forEach(job -> releases.add(job.release()));
    @Nullable String current = target.current();
    if (current != null) {
      releases.add(current);
    }
    return releases;
  }

  /**
   * When the release counts as deployed there: from each success until a later failure. What runs
   * there without a job has always been there.
   */
  static List<Occurrence> successes(Target target, String release, boolean verifiedOnly) {
    List<Job> ended = ended(target, release);
    if (ended.isEmpty() && release.equals(target.current()) && !verifiedOnly) {
      return List.of(new Occurrence(Micros.ALWAYS, Micros.NEVER));
    }
    return spans(
        ended,
        job -> job.status() == JobStatus.SUCCESSFUL && (!verifiedOnly || job.verified()),
        job -> job.status().isFailure());
  }

  /** When the last that happened was a failure. */
  static List<Occurrence> failures(Target target, String release) {
    return spans(
        ended(target, release),
        job -> job.status().isFailure(),
        job -> job.status() == JobStatus.SUCCESSFUL);
  }

  /** When the first deployment of the release to the target began; NEVER when none did. */
  static long firstStart(Target target, String release) {
    long first = Micros.NEVER;
    for (Job job : target.jobs()) {
      if (job.release().equals(release)) {
        first = Math.min(first, job.startedAt());
      }
    }
    return first == Micros.NEVER && release.equals(target.current()) ? Micros.ALWAYS : first;
  }

  private static List<Job> ended(Target target, String release) {
    return target.jobs().stream()
        .filter(job -> job.release().equals(release) && job.finishedAt() != Micros.NEVER)
        .sorted(Comparator.comparingLong(Job::finishedAt).thenComparing(Job::status))
        .toList();
  }

  private static List<Occurrence> spans(
      List<Job> ended,
      java.util.function.Predicate<Job> opens,
      java.util.function.Predicate<Job> closes) {
    List<Occurrence> spans = new ArrayList<>();
    long since = Micros.NEVER;
    for (Job job : ended) {
      if (since == Micros.NEVER && opens.test(job)) {
        since = job.finishedAt();
      } else if (since != Micros.NEVER && closes.test(job)) {
        spans.add(new Occurrence(since, job.finishedAt()));
        since = Micros.NEVER;
      }
    }
    if (since != Micros.NEVER) {
      spans.add(new Occurrence(since, Micros.NEVER));
    }
    return spans;
  }
}
