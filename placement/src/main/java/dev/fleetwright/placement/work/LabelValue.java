package dev.fleetwright.placement.work;

/** Texts as values of labels: themselves where that is possible, else cut and told apart. */
public final class LabelValue {

  private static final int LONGEST = 63;
  private static final int DIGITS = 10;

  private LabelValue() {}

  /** Different texts give different values. */
  public static String of(String text) {
    if (text.length() <= LONGEST
        && text.matches("(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?")) {
      return text;
    }
    String readable = text.replaceAll("[^-A-Za-z0-9_.]", "-").replaceAll("^[^A-Za-z0-9]+", "");
    int most = LONGEST - DIGITS - 1;
    return readable.substring(0, Math.min(most, readable.length()))
        + (readable.isEmpty() ? "" : "-")
        + CanonicalJson.digest(text).substring(0, DIGITS);
  }
}
