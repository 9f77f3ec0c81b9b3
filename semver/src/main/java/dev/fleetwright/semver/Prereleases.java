package dev.fleetwright.semver;

/** Which prereleases a {@link Range} admits. */
public enum Prereleases {
  /**
   * npm's rule: a prerelease such as {@code 1.2.3-rc.1} is admitted only by an alternative that
   * names a prerelease of the same {@code 1.2.3}. People who ask for {@code ^1.2.0} did not ask for
   * the unfinished {@code 1.3.0-alpha}.
   */
  IF_NAMED,
  /** Prereleases count like any other version: npm's {@code includePrerelease}. */
  INCLUDE
}
