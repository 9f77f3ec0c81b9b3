package dev.fleetwright.semver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the comparators of one alternative, all of which must hold. */
final class Conjunction {

  private final Prereleases prereleases;
  private @Nullable Version low;
  private @Nullable Version high;
  private boolean empty;
  private final List<VersionIntervals> exceptions = new ArrayList<>(0);
  private final List<VersionIntervals> named = new ArrayList<>(0);

  Conjunction(Prereleases prereleases) {
    this.prereleases = prereleases;
  }

  void nothing() {
    empty = true;
  }

  /** At a cut or above it; null is above all versions. */
  void from(@Nullable Version cut) {
    if (cut == null) {
      empty = true;
    } else if (!isLowestOfAll(cut)) {
      raise(cut);
    }
  }

  /**
   * From a release on, and from its first prerelease on where prereleases are included: {@code 1.2}
   * has {@code 1.2.0-alpha} then.
   */
  void fromFirst(@Nullable Version release) {
    from(prereleases == Prereleases.INCLUDE ? Cuts.floor(release) : release);
  }

  /** npm drops a bound that excludes nothing it would admit, before looking at prereleases. */
  private boolean isLowestOfAll(Version cut) {
    return switch (prereleases) {
      case IF_NAMED -> cut.equals(Cuts.release(0, 0, 0));
      case INCLUDE -> cut.equals(Cuts.LOWEST);
    };
  }

  private void raise(Version cut) {
    if (low == null || low.comparePrecedence(cut) < 0) {
      low = cut;
    }
  }

  /** Below a cut; null is above all versions. */
  void below(@Nullable Version cut) {
    if (cut != null && (high == null || high.comparePrecedence(cut) > 0)) {
      high = cut;
    }
  }

  void exactly(Version version) {
    raise(version);
    below(Cuts.above(version));
  }

  void except(Version from, @Nullable Version to) {
    exceptions.add(VersionIntervals.between(from, to));
  }

  /** If this is a prerelease, prereleases of the same release are admitted. */
  void name(Version version) {
    if (version.isPrerelease() && prereleases == Prereleases.IF_NAMED) {
      Version floor = Cuts.floor(version.major(), version.minor(), version.patch());
      named.add(VersionIntervals.between(floor, Cuts.release(version)));
    }
  }

  /** Whether no comparator says anything. */
  boolean isAny() {
    return low == null && high == null && !empty && exceptions.isEmpty();
  }

  RangeSets sets() {
    if (empty) {
      return RangeSets.none(prereleases);
    }
    VersionIntervals all = VersionIntervals.between(low == null ? Cuts.LOWEST : low, high);
    if (!exceptions.isEmpty()) {
      all = all.minus(VersionIntervals.union(exceptions));
    }
    return switch (prereleases) {
      case INCLUDE -> RangeSets.including(all);
      case IF_NAMED ->
          RangeSets.separate(
              all.releasesOnly(),
              named.isEmpty()
                  ? VersionIntervals.NONE
                  : all.and(VersionIntervals.union(named)).prereleasesOnly());
    };
  }
}
