package dev.fleetwright.release;

/** Which of the allowed releases is best, when it is not the newest. */
public interface Ranking {

  /** The larger, the better; NaN when there is no answer, which is worse than every number. */
  double score(DeploymentResourceContext context, Release release);
}
