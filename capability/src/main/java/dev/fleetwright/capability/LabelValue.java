package dev.fleetwright.capability;

import java.util.regex.Pattern;

/**
 * A text as the value of a label: as it is when Kubernetes accepts it, else its beginning and a
 * hash.
 *
 * @param whole the text
 * @param value what the label gets
 */
record LabelValue(String whole, String value) {

  private static final int LONGEST = 63;
  private static final int HASH = 10;

  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");

  private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]");
  private static final Pattern BAD_START = Pattern.compile("^[^A-Za-z0-9]+");

  static LabelValue of(String text) {
    if (text.isEmpty() || (text.length() <= LONGEST && VALID.matcher(text).matches())) {
      return new LabelValue(text, text);
    }
    String head = text.substring(0, Math.min(text.length(), LONGEST - HASH - 1));
    head = BAD_START.matcher(OTHER.matcher(head).replaceAll("_")).replaceFirst("");
    String code = new ShortHash().of(HASH, text);
    return new LabelValue(text, head.isEmpty() ? code : head + "-" + code);
  }

  /** Whether the label does not say all, so that an annotation must. */
  boolean isShortened() {
    return !value.equals(whole);
  }
}
