package dev.fleetwright.apiserver.resource;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of API versions: v2, v1, v1beta2, v1beta1, v1alpha1, then other names. */
final class VersionOrder {
  private static final Pattern FORM = Pattern.compile("v(\\d{1,9})(?:(alpha|beta)(\\d{1,9}))?");

  /** The version that clients should prefer comes first. */
  static final Comparator<String> NEWEST_FIRST =
      Comparator.comparing(VersionOrder::rank).reversed().thenComparing(v -> v);

  private record Rank(int stability, int major, int minor) implements Comparable<Rank> {
    @Override
    public int compareTo(Rank other) {
      return Comparator.comparingInt(Rank::stability)
          .thenComparingInt(Rank::major)
          .thenComparingInt(Rank::minor)
          .compare(this, other);
    }
  }

  private VersionOrder() {}

  private static Rank rank(String version) {
    Matcher form = FORM.matcher(version);
    if (!form.matches()) {
      return new Rank(0, 0, 0);
    }
    int major = Integer.parseInt(form.group(1));
    String stage = form.group(2);
    if (stage == null) {
      return new Rank(3, major, 0);
    }
    return new Rank(stage.equals("beta") ? 2 : 1, major, Integer.parseInt(form.group(3)));
  }
}
