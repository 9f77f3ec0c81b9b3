package dev.fleetwright.semver;

import org.jspecify.annotations.Nullable;

/**
 * Places in the order of all versions where a range may begin or end. A cut is written as the
 * version right above it; null is the cut above all versions.
 *
 * <p>Every bound can be a cut, because every version has a next one: after the release {@code
 * 1.2.3} comes {@code 1.2.4-0}, after the prerelease {@code 1.2.3-a} comes {@code 1.2.3-a.0}. So
 * {@code >v} is the cut above v, {@code >=v} the cut below it, and equal sets get equal cuts.
 */
final class Cuts {

  static final Version LOWEST = floor(0, 0, 0);

  private Cuts() {}

  static Version release(long major, long minor, long patch) {
    return new Version(major, minor, patch, "", "");
  }

  /** Below all prereleases of a release. */
  static Version floor(long major, long minor, long patch) {
    return new Version(major, minor, patch, "0", "");
  }

  static @Nullable Version floor(@Nullable Version cut) {
    return cut == null ? null : floor(cut.major(), cut.minor(), cut.patch());
  }

  /** The release that a prerelease leads to; a release itself. */
  static Version release(Version version) {
    return version.isPrerelease()
        ? release(version.major(), version.minor(), version.patch())
        : version;
  }

  /** Right above a version. */
  static @Nullable Version above(Version version) {
    return version.isPrerelease()
        ? new Version(
            version.major(), version.minor(), version.patch(), version.prerelease() + ".0", "")
        : floor(nextPatch(version));
  }

  /** The first release after all {@code major.x}. */
  static @Nullable Version nextMajor(long major) {
    return major == Long.MAX_VALUE ? null : release(major + 1, 0, 0);
  }

  /** The first release after all {@code major.minor.x}. */
  static @Nullable Version nextMinor(long major, long minor) {
    return minor == Long.MAX_VALUE ? nextMajor(major) : release(major, minor + 1, 0);
  }

  /** The first release after this one and its prereleases. */
  static @Nullable Version nextPatch(Version version) {
    return version.patch() == Long.MAX_VALUE
        ? nextMinor(version.major(), version.minor())
        : release(version.major(), version.minor(), version.patch() + 1);
  }
}
