package dev.fleetwright.semver;

import dev.fleetwright.model.Checked;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A set of versions, written in npm's range grammar: {@code ^1.2.0}, {@code >=1.2 <2 !=1.4.1},
 * {@code 1.x || 3.x}.
 *
 * <p>Ranges are values: immutable, and equal when they admit the same versions under the same rule
 * for prereleases, however they were written.
 */
public final class Range {

  /** A range text is at most this long. */
  public static final int LONGEST_TEXT = 16_384;

  /** A range text has at most this many comparators. */
  public static final int MOST_COMPARATORS = 1_024;

  private static final Range ANY = parse("*").orThrow();

  private final RangeSets sets;
  private final Prereleases prereleases;
  private final @Nullable String written;
  private @Nullable String normalised;

  private Range(RangeSets sets, @Nullable String written) {
    this.sets = sets;
    this.prereleases = sets.prereleasesIncluded() ? Prereleases.INCLUDE : Prereleases.IF_NAMED;
    this.written = written;
  }

  /** Reads a range in which prereleases must be named. */
  public static Checked<Range> parse(String text) {
    return parse(text, Prereleases.IF_NAMED);
  }

  /** Reads a range; each broken alternative is one problem, with its column. */
  public static Checked<Range> parse(String text, Prereleases prereleases) {
    RangeParser parser = new RangeParser(text);
    List<Alternative> alternatives = parser.parse();
    return parser.problems().isEmpty()
        ? Checked.valid(new Range(RangeCompiler.compile(alternatives, prereleases), text))
        : Checked.invalid(parser.problems());
  }

  /** All releases. */
  public static Range any() {
    return ANY;
  }

  /** Whether a version is in this range; build metadata does not count. Allocates nothing. */
  public boolean contains(Version version) {
    return sets.contains(version);
  }

  /** Whether no version at all is in this range, as in {@code >2 <1}. */
  public boolean isEmpty() {
    return sets.isEmpty();
  }

  /** Whether some version is in both ranges. */
  public boolean intersects(Range other) {
    return !sets.and(other.sets).isEmpty();
  }

  /**
   * The versions that are in both ranges. Prereleases must be named in the result unless both
   * ranges include them.
   */
  public Range intersection(Range other) {
    return new Range(sets.and(other.sets), null);
  }

  /** Whether every version of this range is in the other. */
  public boolean subsetOf(Range other) {
    return sets.isWithin(other.sets);
  }

  /**
   * The highest version in this range. Of versions that differ in build metadata only, it is the
   * one that {@link Version#compareTo} puts last, whatever the order of the list.
   */
  public Optional<Version> highest(List<Version> versions) {
    Version best = null;
    for (Version version : versions) {
      if (contains(version) && (best == null || version.compareTo(best) > 0)) {
        best = version;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * The range that a person would change this one to so that it admits the version: {@code ^1.6.0}
   * becomes {@code ^1.4.0} for 1.4.0, {@code >=2 <3} becomes {@code >=1.4.0 <3}. What this range
   * admits, the result admits. {@link #text} has it in the style of this range's text.
   */
  public Range smallestChangeAdmitting(Version version) {
    return contains(version) ? this : new Widening(this, version.withoutBuild()).smallest();
  }

  /** This range and one more version, without a text that anybody wrote. */
  Range plus(Version version) {
    VersionIntervals one = VersionIntervals.between(version, Cuts.above(version));
    RangeSets more =
        switch (prereleases) {
          case INCLUDE -> RangeSets.including(one);
          case IF_NAMED ->
              version.isPrerelease()
                  ? RangeSets.separate(VersionIntervals.NONE, one)
                  : RangeSets.separate(one.releasesOnly(), VersionIntervals.NONE);
        };
    return new Range(RangeSets.union(List.of(sets, more)), null);
  }

  /** Which prereleases this range admits. */
  public Prereleases prereleases() {
    return prereleases;
  }

  /** The range as it was written; the normalised text for a range that was computed. */
  public String text() {
    return written != null ? written : toString();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Range that && sets.equals(that.sets);
  }

  @Override
  public int hashCode() {
    return sets.hashCode();
  }

  /**
   * The normalised text: the same for equal ranges, and parsed under the same rule for prereleases
   * it gives an equal range.
   */
  @Override
  public String toString() {
    String text = normalised;
    if (text == null) {
      text = RangeText.of(sets);
      normalised = text; // a race writes the same text twice
    }
    return text;
  }
}
