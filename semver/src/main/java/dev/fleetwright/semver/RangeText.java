package dev.fleetwright.semver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one normalised text of a set of versions, which parses to the same set. */
final class RangeText {

  private static final String NOTHING = "<0.0.0-0";

  /** Prereleases of one release: from one of them, up to another or (null) up to the release. */
  private record Piece(Version from, @Nullable Version to) {
    Version release() {
      return Cuts.release(from);
    }

    boolean reachesRelease() {
      return to == null;
    }

    boolean startsAtFloor() {
      return from.prerelease().equals("0");
    }
  }

  private record Line(Version sortedBy, String text) {}

  private final List<Line> lines = new ArrayList<>();

  private RangeText() {}

  static String of(RangeSets sets) {
    if (sets.isEmpty()) {
      return NOTHING;
    }
    RangeText text = new RangeText();
    if (sets.prereleasesIncluded()) {
      text.addIntervals(sets.releases());
    } else {
      text.addApart(sets.releases(), pieces(sets.prereleases()));
    }
    text.lines.sort((a, b) -> a.sortedBy.comparePrecedence(b.sortedBy));
    return String.join(" || ", text.lines.stream().map(Line::text).toList());
  }

  private void addIntervals(VersionIntervals all) {
    for (int i = 0; i < all.size(); i++) {
      Version from = all.from(i);
      Version to = all.to(i);
      String low = from.equals(Cuts.LOWEST) ? "" : atLeast(from);
      if (to == null) {
        add(from, low.isEmpty() ? "*" : low);
      } else if (same(to, Cuts.above(from))) {
        add(from, from.toString());
      } else {
        add(from, joined(low, below(to)));
      }
    }
  }

  /**
   * Each interval of releases takes in the prereleases that lead up to its first release and those
   * right above its end, since one comparator can name both; the others stand alone.
   */
  private void addApart(VersionIntervals releases, List<Piece> pieces) {
    List<Piece> open = new ArrayList<>(pieces);
    Version zero = Cuts.release(0, 0, 0);
    for (int i = 0; i < releases.size(); i++) {
      Version from = releases.from(i);
      Version to = releases.to(i);
      Piece before = take(open, from, true);
      Piece after = to == null ? null : take(open, to, false);
      String low = before != null ? atLeast(before.from) : from.equals(zero) ? "" : atLeast(from);
      String high =
          after != null && after.to != null ? below(after.to) : to == null ? "" : "<" + to;
      if (before == null && after == null && same(to, Cuts.nextPatch(from))) {
        add(from, from.toString());
      } else if (!low.isEmpty() || !high.isEmpty()) {
        add(before != null ? before.from : from, joined(low, high));
      } else if (pieces.isEmpty()) {
        add(from, "*");
      } else {
        // An alternative that is "*" would take away the prereleases of the others.
        add(from, "0.0.0");
        add(Cuts.release(0, 0, 1), ">0.0.0");
      }
    }
    for (Piece piece : open) {
      Version to = piece.to;
      if (same(to, Cuts.above(piece.from))) {
        add(piece.from, piece.from.toString());
      } else {
        String high = to == null ? "<" + piece.release() : below(to);
        add(piece.from, joined(atLeast(piece.from), high));
      }
    }
  }

  private static @Nullable Piece take(List<Piece> open, Version release, boolean below) {
    // Sorted, and releases ascend, so what is wanted is near the front.
    for (int i = 0; i < open.size(); i++) {
      Piece piece = open.get(i);
      int order = piece.release().comparePrecedence(release);
      if (order > 0) {
        return null;
      }
      if (order == 0
          && (below ? piece.reachesRelease() : piece.startsAtFloor() && !piece.reachesRelease())) {
        return open.remove(i);
      }
    }
    return null;
  }

  /** Cuts intervals of prereleases at every release, since an alternative must name each. */
  private static List<Piece> pieces(VersionIntervals prereleases) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < prereleases.size(); i++) {
      Version from = prereleases.from(i);
      Version to = prereleases.to(i);
      while (from != null && (to == null || from.comparePrecedence(to) < 0)) {
        Version nextFloor = Cuts.floor(Cuts.nextPatch(from));
        boolean whole = nextFloor == null || to == null || nextFloor.comparePrecedence(to) <= 0;
        pieces.add(new Piece(from, whole ? null : to));
        from = nextFloor;
      }
    }
    return pieces;
  }

  /** Whether both are the same cut; the cut above all versions is none that is written. */
  private static boolean same(@Nullable Version a, @Nullable Version b) {
    return a != null && b != null && a.equals(b);
  }

  private void add(Version sortedBy, String text) {
    lines.add(new Line(sortedBy, text));
  }

  private static String joined(String low, String high) {
    return low.isEmpty() ? high : high.isEmpty() ? low : low + " " + high;
  }

  private static String atLeast(Version cut) {
    Version under = underOverlong(cut);
    return under == null ? ">=" + cut : ">" + under;
  }

  private static String below(Version cut) {
    Version under = underOverlong(cut);
    return under == null ? "<" + cut : "<=" + under;
  }

  /**
   * The cut above a prerelease is two characters longer than it, and so may be too long to be read
   * again; it is written by the prerelease under it then.
   */
  private static @Nullable Version underOverlong(Version cut) {
    if (cut.toString().length() <= Version.LONGEST_TEXT) {
      return null;
    }
    String prerelease = cut.prerelease();
    String shorter = prerelease.substring(0, prerelease.length() - ".0".length());
    return new Version(cut.major(), cut.minor(), cut.patch(), shorter, "");
  }
}
