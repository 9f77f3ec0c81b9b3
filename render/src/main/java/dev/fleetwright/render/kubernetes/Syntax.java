package dev.fleetwright.render.kubernetes;

/**
 * The forms that names, keys and label values have. By hand, without regular expressions: each
 * object has a dozen of them, and a third of a rendering's time went there.
 */
final class Syntax {

  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_SUBDOMAIN = 253;

  private Syntax() {}

  /** Lower case letters, digits and hyphens, not at the ends; at most 63. */
  static boolean isDnsLabel(String text) {
    return text.length() <= LONGEST_LABEL && isDnsPart(text, 0, text.length());
  }

  /** A DNS label that begins with a letter, as a Service's name must. */
  static boolean isServiceName(String text) {
    return isDnsLabel(text) && text.charAt(0) >= 'a';
  }

  /** DNS parts with dots between; at most 253. */
  static boolean isSubdomain(String text) {
    if (text.length() > LONGEST_SUBDOMAIN) {
      return false;
    }
    int start = 0;
    for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', start)) {
      if (!isDnsPart(text, start, dot)) {
        return false;
      }
      start = dot + 1;
    }
    return isDnsPart(text, start, text.length());
  }

  private static boolean isDnsPart(String text, int from, int to) {
    if (from >= to || text.charAt(from) == '-' || text.charAt(to - 1) == '-') {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
        return false;
      }
    }
    return true;
  }

  static boolean isLabelValue(String text) {
    return text.isEmpty() || isWord(text, 0);
  }

  /** {@code name} or {@code domain/name}. */
  static boolean isKey(String text) {
    int slash = text.indexOf('/');
    return isWord(text, slash + 1) && (slash < 0 || isSubdomain(text.substring(0, slash)));
  }

  /** Letters, digits, hyphens, dots and underscores, the first and last a letter or digit. */
  private static boolean isWord(String text, int from) {
    int length = text.length() - from;
    if (length < 1
        || length > LONGEST_LABEL
        || !isAlphanumeric(text.charAt(from))
        || !isAlphanumeric(text.charAt(text.length() - 1))) {
      return false;
    }
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
