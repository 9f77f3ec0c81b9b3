package dev.fleetwright.apiserver.resource;

/**
 * The forms that names, label keys and label values may have. Each write checks several of them, so
 * they are read by hand and not by patterns.
 */
public final class NameSyntax {
  private static final int MAX_QUALIFIED = 63;
  private static final int MAX_DATA_KEY = 253;

  private NameSyntax() {}

  /** Lower case letters, digits and dots between labels that may have dashes inside. */
  public static boolean isSubdomain(String text) {
    return isSubdomain(text, 0, text.length());
  }

  private static boolean isSubdomain(String text, int from, int to) {
    int start = from;
    for (int i = from; i <= to; i++) {
      if (i == to || text.charAt(i) == '.') {
        if (!isLabel(text, start, i)) {
          return false;
        }
        start = i + 1;
      }
    }
    return true;
  }

  /** Lower case letters, digits, and dashes inside. */
  public static boolean isLabel(String text) {
    return isLabel(text, 0, text.length());
  }

  private static boolean isLabel(String text, int from, int to) {
    if (from >= to || !isLower(text.charAt(from)) || !isLower(text.charAt(to - 1))) {
      return false;
    }
    for (int i = from + 1; i < to - 1; i++) {
      char c = text.charAt(i);
      if (c != '-' && !isLower(c)) {
        return false;
      }
    }
    return true;
  }

  /** A label that does not start with a digit. */
  public static boolean isLabel1035(String text) {
    return isLabel(text) && text.charAt(0) >= 'a';
  }

  /** One step of a path in a URL. */
  public static boolean isPathStep(String text) {
    return !text.isEmpty()
        && !text.equals(".")
        && !text.equals("..")
        && text.indexOf('/') < 0
        && text.indexOf('%') < 0;
  }

  /** What a label may have as its value. */
  public static boolean isLabelValue(String text) {
    return text.isEmpty() || isQualified(text, 0, text.length());
  }

  /** The key of a label or annotation, with or without the domain that it belongs to. */
  public static boolean isKey(String text) {
    int slash = text.indexOf('/');
    return (slash < 0 || isSubdomain(text, 0, slash))
        && isQualified(text, slash + 1, text.length());
  }

  /** The key of an entry of a ConfigMap or Secret, which may become the name of a file. */
  public static boolean isDataKey(String text) {
    if (text.isEmpty() || text.length() > MAX_DATA_KEY || text.equals(".")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (!isAlphanumericOrMark(text.charAt(i))) {
        return false;
      }
    }
    return !text.startsWith("..");
  }

  private static boolean isQualified(String text, int from, int to) {
    if (from >= to
        || to - from > MAX_QUALIFIED
        || !isAlphanumeric(text.charAt(from))
        || !isAlphanumeric(text.charAt(to - 1))) {
      return false;
    }
    for (int i = from + 1; i < to - 1; i++) {
      if (!isAlphanumericOrMark(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumericOrMark(char c) {
    return c == '-' || c == '_' || c == '.' || isAlphanumeric(c);
  }

  private static boolean isAlphanumeric(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z');
  }

  /** A lower case letter or a digit. */
  private static boolean isLower(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
