package dev.fleetwright.semver;

/**
 * The order of prerelease texts such as {@code alpha.1}, by section 11 of SemVer 2.0. It reads the
 * texts in place, because it runs in every comparison and must not allocate.
 */
final class PrereleaseOrder {

  private PrereleaseOrder() {}

  /** Compares two prerelease texts; the empty text is a release and comes last. */
  static int compare(String a, String b) {
    if (a.equals(b)) {
      return 0;
    }
    if (a.isEmpty()) {
      return 1;
    }
    if (b.isEmpty()) {
      return -1;
    }
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int endA = identifierEnd(a, i);
      int endB = identifierEnd(b, j);
      int order = compareIdentifiers(a, i, endA, b, j, endB);
      if (order != 0) {
        return order;
      }
      i = endA + 1;
      j = endB + 1;
    }
    // All shared identifiers are equal and the texts differ: the one with more identifiers wins.
    return i < a.length() ? 1 : -1;
  }

  private static int identifierEnd(String text, int from) {
    int dot = text.indexOf('.', from);
    return dot < 0 ? text.length() : dot;
  }

  private static int compareIdentifiers(
      String a, int fromA, int endA, String b, int fromB, int endB) {
    boolean numberA = isNumber(a, fromA, endA);
    boolean numberB = isNumber(b, fromB, endB);
    if (numberA != numberB) {
      return numberA ? -1 : 1;
    }
    int lengthA = endA - fromA;
    int lengthB = endB - fromB;
    if (numberA && lengthA != lengthB) {
      return lengthA < lengthB ? -1 : 1;
    }
    int shared = Math.min(lengthA, lengthB);
    for (int k = 0; k < shared; k++) {
      int order = a.charAt(fromA + k) - b.charAt(fromB + k);
      if (order != 0) {
        return order;
      }
    }
    return lengthA - lengthB;
  }

  private static boolean isNumber(String text, int from, int end) {
    for (int k = from; k < end; k++) {
      if (!Characters.isDigit(text.charAt(k))) {
        return false;
      }
    }
    return true;
  }
}
