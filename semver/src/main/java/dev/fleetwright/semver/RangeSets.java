package dev.fleetwright.semver;

import java.util.ArrayList;
import java.util.List;

/**
 * The versions of a range, exactly. npm's rule for prereleases makes {@code ^1.2.3-rc.1} no
 * interval: it has {@code 1.2.3-rc.2} and {@code 1.3.0} but not {@code 1.3.0-rc.2} between them.
 * Among releases alone, and among prereleases alone, it is intervals again, so the two are kept
 * apart, and every operation on sets is exact.
 *
 * @param prereleasesIncluded whether the two are one set of intervals over all versions
 */
record RangeSets(
    VersionIntervals releases, VersionIntervals prereleases, boolean prereleasesIncluded) {

  static RangeSets including(VersionIntervals all) {
    return new RangeSets(all, all, true);
  }

  static RangeSets separate(VersionIntervals releases, VersionIntervals prereleases) {
    return new RangeSets(releases, prereleases, false);
  }

  static RangeSets none(Prereleases prereleases) {
    return new RangeSets(
        VersionIntervals.NONE, VersionIntervals.NONE, prereleases == Prereleases.INCLUDE);
  }

  /** The union of sets of one kind. */
  static RangeSets union(List<RangeSets> parts) {
    List<VersionIntervals> releases = new ArrayList<>(parts.size());
    List<VersionIntervals> prereleases = new ArrayList<>(parts.size());
    for (RangeSets part : parts) {
      releases.add(part.releases);
      prereleases.add(part.prereleases);
    }
    VersionIntervals all = VersionIntervals.union(releases);
    return parts.getFirst().prereleasesIncluded
        ? including(all)
        : separate(all, VersionIntervals.union(prereleases));
  }

  boolean contains(Version version) {
    return (version.isPrerelease() ? prereleases : releases).contains(version);
  }

  boolean isEmpty() {
    return releases.isEmpty() && prereleases.isEmpty();
  }

  /** Prereleases count in the result only if they count in both. */
  RangeSets and(RangeSets other) {
    if (prereleasesIncluded && other.prereleasesIncluded) {
      return including(releases.and(other.releases));
    }
    RangeSets a = apart();
    RangeSets b = other.apart();
    return separate(a.releases.and(b.releases), a.prereleases.and(b.prereleases));
  }

  boolean isWithin(RangeSets other) {
    RangeSets a = apart();
    RangeSets b = other.apart();
    return a.releases.minus(b.releases).isEmpty() && a.prereleases.minus(b.prereleases).isEmpty();
  }

  private RangeSets apart() {
    return prereleasesIncluded
        ? separate(releases.releasesOnly(), prereleases.prereleasesOnly())
        : this;
  }
}
