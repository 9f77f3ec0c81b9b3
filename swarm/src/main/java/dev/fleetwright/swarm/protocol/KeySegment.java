package dev.fleetwright.swarm.protocol;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.util.Optional;

/**
 * The grammar of a name inside a routing key. Dots separate, {@code *} and {@code #} are wildcards,
 * and white space or control characters would make two different keys look alike.
 */
public final class KeySegment {

  private KeySegment() {}

  /** What is wrong with the name, if anything. */
  public static Optional<Problem> problem(String name) {
    return problem(name, name, 0);
  }

  /** The same for a name that starts at an offset of a longer text, for the caret. */
  static Optional<Problem> problem(String name, String whole, int offset) {
    if (name.isEmpty()) {
      return Optional.of(
          invalid("a name in a routing key is empty", "write a name between the dots", whole)
              .at(place(whole, offset, 1)));
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-') {
        continue;
      }
      String fault = fault(name, i, c);
      if (!fault.isEmpty()) {
        return Optional.of(
            invalid(
                    "a name in a routing key contains " + fault,
                    "use names without dots, *, #, white space and control characters",
                    whole)
                .at(place(whole, offset + i, 1)));
      }
    }
    return Optional.empty();
  }

  static Problem invalid(String message, String nextStep, String key) {
    return new Problem("invalid-routing-key", "", message, nextStep).at(place(key, 0, 1));
  }

  static Place place(String key, int offset, int length) {
    int shown = Math.min(offset, key.length());
    return Place.inLine("<routing key>", key, key.codePointCount(0, shown) + 1, length);
  }

  private static String fault(String name, int index, char c) {
    if (c == '.' || c == '*' || c == '#') {
      return "'" + c + "'";
    }
    if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
      return "white space";
    }
    if (Character.isISOControl(c)) {
      return "a control character";
    }
    boolean paired =
        Character.isHighSurrogate(c)
            ? index + 1 < name.length() && Character.isLowSurrogate(name.charAt(index + 1))
            : index > 0 && Character.isHighSurrogate(name.charAt(index - 1));
    return Character.isSurrogate(c) && !paired ? "half a character" : "";
  }
}
