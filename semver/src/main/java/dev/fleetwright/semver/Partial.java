package dev.fleetwright.semver;

/**
 * A version as ranges have it: {@code 1.2.3-rc.1}, {@code 1.2}, {@code 1.x}, {@code *}.
 *
 * @param numbers how many of the three numbers are given before a wildcard or the end; the others
 *     are 0
 * @param prerelease empty unless all three numbers are given
 */
record Partial(long major, long minor, long patch, int numbers, String prerelease) {

  boolean isAny() {
    return numbers == 0;
  }

  boolean isComplete() {
    return numbers == 3;
  }

  /** With zeros for what is missing. */
  Version lowest() {
    return new Version(major, minor, patch, prerelease, "");
  }
}
