package dev.fleetwright.release;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place that a deployment's releases go to, with what is known about it.
 *
 * @param current the release that runs there; null when none does
 * @param jobs deployments to it, given in any order and kept by time
 */
public record Target(
    String name,
    String world,
    String deployment,
    String environment,
    Resource resource,
    @Nullable String desiredRelease,
    @Nullable String current,
    List<Job> jobs,
    List<Health> health) {

  public Target {
    jobs = jobs.size() < 2 ? List.copyOf(jobs) : jobs.stream().sorted(Job.FIRST_TO_LAST).toList();
    health = List.copyOf(health);
  }

  /** A release runs there and nobody says when it came. */
  public boolean lacksHistory() {
    return current != null && jobs.isEmpty();
  }

  public Target withDesiredRelease(@Nullable String newDesired) {
    return new Target(
        name, world, deployment, environment, resource, newDesired, current, jobs, health);
  }

  public Target withCurrent(@Nullable String newCurrent) {
    return new Target(
        name, world, deployment, environment, resource, desiredRelease, newCurrent, jobs, health);
  }

  public Target withJobs(List<Job> newJobs) {
    return new Target(
        name, world, deployment, environment, resource, desiredRelease, current, newJobs, health);
  }
}
