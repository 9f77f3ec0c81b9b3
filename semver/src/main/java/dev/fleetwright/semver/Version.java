package dev.fleetwright.semver;

import dev.fleetwright.model.Checked;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A version by SemVer 2.0: {@code 1.4.2}, {@code 2.0.0-rc.1}, {@code 2.0.0-rc.1+linux}.
 *
 * <p>Two orders exist because build metadata is part of a version's identity but not of its
 * precedence. {@link #PRECEDENCE} is the specification's order, in which {@code 1.0.0+a} and {@code
 * 1.0.0+b} are level. {@link #compareTo} breaks that tie by the build text, so that it agrees with
 * {@link #equals} and sorting is deterministic.
 */
public final class Version implements Comparable<Version> {

  /** A version text is at most this long, as in npm. */
  public static final int LONGEST_TEXT = 256;

  /** The specification's precedence: build metadata does not count. */
  public static final Comparator<Version> PRECEDENCE = Version::comparePrecedence;

  private final long major;
  private final long minor;
  private final long patch;
  private final String prerelease;
  private final String build;

  /** The parts are known to be valid: they were scanned, or derived from what was. */
  Version(long major, long minor, long patch, String prerelease, String build) {
    this.major = major;
    this.minor = minor;
    this.patch = patch;
    this.prerelease = prerelease;
    this.build = build;
  }

  /** A release, without prerelease and build metadata. */
  public static Version of(long major, long minor, long patch) {
    if (major < 0 || minor < 0 || patch < 0) {
      throw new IllegalArgumentException(
          "a version has no negative numbers: " + major + "." + minor + "." + patch);
    }
    return new Version(major, minor, patch, "", "");
  }

  /** Reads exactly one version; {@code v1.2.3}, {@code 1.2} and white space are problems. */
  public static Checked<Version> parse(String text) {
    return VersionParser.parse(text);
  }

  public long major() {
    return major;
  }

  public long minor() {
    return minor;
  }

  public long patch() {
    return patch;
  }

  /** The text after {@code -}, such as {@code rc.1}; empty for a release. */
  public String prerelease() {
    return prerelease;
  }

  /** The text after {@code +}, such as {@code linux.amd64}; empty when there is none. */
  public String build() {
    return build;
  }

  public boolean isPrerelease() {
    return !prerelease.isEmpty();
  }

  /** The same version as far as precedence and ranges are concerned. */
  public Version withoutBuild() {
    return build.isEmpty() ? this : new Version(major, minor, patch, prerelease, "");
  }

  /** Negative, zero or positive by {@link #PRECEDENCE}. */
  public int comparePrecedence(Version other) {
    if (major != other.major) {
      return major < other.major ? -1 : 1;
    }
    if (minor != other.minor) {
      return minor < other.minor ? -1 : 1;
    }
    if (patch != other.patch) {
      return patch < other.patch ? -1 : 1;
    }
    return PrereleaseOrder.compare(prerelease, other.prerelease);
  }

  @Override
  public int compareTo(Version other) {
    int order = comparePrecedence(other);
    return order != 0 ? order : build.compareTo(other.build);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Version that
        && major == that.major
        && minor == that.minor
        && patch == that.patch
        && prerelease.equals(that.prerelease)
        && build.equals(that.build);
  }

  @Override
  public int hashCode() {
    int hash = Long.hashCode(major);
    hash = 31 * hash + Long.hashCode(minor);
    hash = 31 * hash + Long.hashCode(patch);
    hash = 31 * hash + prerelease.hashCode();
    return 31 * hash + build.hashCode();
  }

  /** The one text of this version; parsing it gives an equal version. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(16);
    out.append(major).append('.').append(minor).append('.').append(patch);
    if (!prerelease.isEmpty()) {
      out.append('-').append(prerelease);
    }
    if (!build.isEmpty()) {
      out.append('+').append(build);
    }
    return out.toString();
  }
}
