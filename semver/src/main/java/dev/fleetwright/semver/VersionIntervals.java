package dev.fleetwright.semver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of versions as sorted, disjoint, half-open intervals that do not touch, so that equal sets
 * are equal values. The cuts alternate: in, out, in, out; a last interval without an end goes on
 * forever.
 */
final class VersionIntervals {

  static final VersionIntervals NONE = new VersionIntervals(new Version[0]);

  /** Up to this many cuts a walk is faster than a binary search. */
  private static final int SHORT = 8;

  private final Version[] cuts;

  private VersionIntervals(Version[] cuts) {
    this.cuts = cuts;
  }

  /** From one cut to another; null means without end. */
  static VersionIntervals between(Version from, @Nullable Version to) {
    if (to == null) {
      return new VersionIntervals(new Version[] {from});
    }
    return from.comparePrecedence(to) < 0 ? new VersionIntervals(new Version[] {from, to}) : NONE;
  }

  /** Does not allocate: this is what happens millions of times. */
  boolean contains(Version version) {
    return (cuts.length <= SHORT ? walk(version) : search(version)) % 2 == 1;
  }

  /** How many cuts are at or below the version. */
  private int walk(Version version) {
    int below = 0;
    while (below < cuts.length && cuts[below].comparePrecedence(version) <= 0) {
      below++;
    }
    return below;
  }

  private int search(Version version) {
    int low = 0;
    int high = cuts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cuts[middle].comparePrecedence(version) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  boolean isEmpty() {
    return cuts.length == 0;
  }

  int size() {
    return (cuts.length + 1) / 2;
  }

  Version from(int interval) {
    return cuts[2 * interval];
  }

  @Nullable Version to(int interval) {
    int index = 2 * interval + 1;
    return index < cuts.length ? cuts[index] : null;
  }

  VersionIntervals and(VersionIntervals other) {
    return combine(this, other, (a, b) -> a && b);
  }

  VersionIntervals minus(VersionIntervals other) {
    return combine(this, other, (a, b) -> a && !b);
  }

  private interface Rule {
    boolean keeps(boolean inFirst, boolean inSecond);
  }

  private static VersionIntervals combine(VersionIntervals a, VersionIntervals b, Rule rule) {
    List<Version> out = new ArrayList<>(a.cuts.length + b.cuts.length);
    int i = 0;
    int j = 0;
    while (i < a.cuts.length || j < b.cuts.length) {
      int order =
          i == a.cuts.length ? 1 : j == b.cuts.length ? -1 : a.cuts[i].comparePrecedence(b.cuts[j]);
      Version cut = order <= 0 ? a.cuts[i] : b.cuts[j];
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
      boolean inside = rule.keeps(i % 2 == 1, j % 2 == 1);
      if (inside != (out.size() % 2 == 1)) {
        out.add(cut);
      }
    }
    return new VersionIntervals(out.toArray(Version[]::new));
  }

  /** The union of many sets in one sweep, so that a thousand alternatives cost no square of it. */
  static VersionIntervals union(List<VersionIntervals> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    record Interval(Version from, @Nullable Version to) {}
    List<Interval> all = new ArrayList<>();
    for (VersionIntervals part : parts) {
      for (int i = 0; i < part.size(); i++) {
        all.add(new Interval(part.from(i), part.to(i)));
      }
    }
    all.sort((a, b) -> a.from.comparePrecedence(b.from));
    List<Version> out = new ArrayList<>(2 * all.size());
    for (Interval interval : all) {
      if (out.size() % 2 == 1) {
        break; // the last interval has no end
      }
      if (!out.isEmpty() && out.getLast().comparePrecedence(interval.from) >= 0) {
        Version end = out.removeLast();
        if (interval.to != null) {
          out.add(end.comparePrecedence(interval.to) >= 0 ? end : interval.to);
        }
      } else {
        out.add(interval.from);
        if (interval.to != null) {
          out.add(interval.to);
        }
      }
    }
    return new VersionIntervals(out.toArray(Version[]::new));
  }

  /** The same releases, with every cut moved to a release: prereleases no longer matter. */
  VersionIntervals releasesOnly() {
    if (cuts.length == 2) { // nearly always, so without the lists
      return between(Cuts.release(cuts[0]), Cuts.release(cuts[1]));
    }
    List<VersionIntervals> parts = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      Version to = to(i);
      parts.add(between(Cuts.release(from(i)), to == null ? null : Cuts.release(to)));
    }
    return union(parts);
  }

  /** The same prereleases, with every cut moved to a prerelease: releases no longer matter. */
  VersionIntervals prereleasesOnly() {
    List<VersionIntervals> parts = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      Version from = firstPrerelease(from(i));
      Version to = to(i);
      if (from != null) {
        parts.add(between(from, to == null ? null : firstPrerelease(to)));
      }
    }
    return union(parts);
  }

  private static @Nullable Version firstPrerelease(Version cut) {
    return cut.isPrerelease() ? cut : Cuts.above(cut);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VersionIntervals that && Arrays.equals(cuts, that.cuts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(cuts);
  }

  @Override
  public String toString() {
    return Arrays.toString(cuts);
  }
}
