package dev.fleetwright.documents;

import dev.fleetwright.documents.ScalarNode.Kind;
import dev.fleetwright.model.Problem;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Bare words that mean one thing in YAML 1.2, which is read here, and another in YAML 1.1, which
 * kubectl and many tools read. Quotes make them the same everywhere.
 */
final class Yaml11 {

  private static final Set<String> BOOLEANS =
      Set.of(
          "y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "on", "On", "ON", "off", "Off",
          "OFF");

  private static final Pattern OCTAL = Pattern.compile("[-+]?+0[0-7]++");
  private static final Pattern GROUPED =
      Pattern.compile(
          "[-+]?+(?:[0-9][0-9]*+_[0-9_]*+(?:\\.[0-9_]*+)?+|0b[01_]++|0x[0-9a-fA-F]*+_[0-9a-fA-F_]*+)");
  private static final Pattern SEXAGESIMAL =
      Pattern.compile("[-+]?+[1-9][0-9_]*+(?::[0-5]?[0-9])++(?:\\.[0-9_]*+)?+");

  private Yaml11() {}

  static boolean isBoolean(String text) {
    return text.length() <= 3 && BOOLEANS.contains(text);
  }

  static @Nullable Problem ambiguity(ScalarNode node) {
    String text = node.text();
    if (node.kind() == Kind.STRING) {
      if (isBoolean(text)) {
        return node.problem(
                "ambiguous-boolean",
                "the bare word " + text + " is text here and a boolean to kubectl (YAML 1.1)",
                "write it in quotes: \"" + text + "\"")
            .asWarning();
      }
      if (text.isEmpty() || !isNumberStart(text.charAt(0))) {
        return null;
      }
      if (GROUPED.matcher(text).matches() || SEXAGESIMAL.matcher(text).matches()) {
        return node.problem(
                "ambiguous-number",
                Words.cut(text) + " is text here and a number to readers of YAML 1.1",
                "write it in quotes if it is text")
            .asWarning();
      }
      return null;
    }
    if (node.kind() == Kind.INTEGER
        && text.length() <= 24
        && text.length() > 1
        && OCTAL.matcher(text).matches()) {
      String octal = Long.toString(parseOctal(text));
      return octal.equals(String.valueOf(node.value()))
          ? null
          : node.problem(
                  "ambiguous-number",
                  text
                      + " is the number "
                      + node.value()
                      + " here and "
                      + octal
                      + ", its octal reading, to kubectl (YAML 1.1)",
                  "write 0o"
                      + text.replaceFirst("^[-+]?0+", "")
                      + " or "
                      + octal
                      + " for the octal number, "
                      + node.value()
                      + " for the decimal")
              .asWarning();
    }
    return null;
  }

  private static long parseOctal(String text) {
    String digits = text.substring(text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0);
    long value = digits.length() > 21 ? 0 : Long.parseLong(digits, 8);
    return text.charAt(0) == '-' ? -value : value;
  }

  private static boolean isNumberStart(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+';
  }
}
