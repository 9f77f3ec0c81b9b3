package dev.fleetwright.documents;

import dev.fleetwright.documents.ScalarNode.Kind;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a bare word is by the core schema of YAML 1.2, of which JSON's values are a part. */
final class CoreSchema {

  /** A longer run of digits is no number that anybody means, and costly to convert. */
  private static final int MOST_DIGITS = 400;

  private static final Pattern INTEGER = Pattern.compile("[-+]?+[0-9]++");
  private static final Pattern OCTAL = Pattern.compile("0o[0-7]++");
  private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]++");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?+(?:\\.[0-9]++|[0-9]++(?:\\.[0-9]*+)?+)(?:[eE][-+]?+[0-9]++)?+");

  record Resolved(Kind kind, @Nullable Object value) {}

  private static final Resolved NULL = new Resolved(Kind.NULL, null);
  private static final Resolved TRUE = new Resolved(Kind.BOOLEAN, true);
  private static final Resolved FALSE = new Resolved(Kind.BOOLEAN, false);

  private CoreSchema() {}

  static Resolved resolve(String text) {
    if (text.isEmpty()) {
      return NULL;
    }
    char first = text.charAt(0);
    if ((first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.') {
      Resolved number = number(text);
      return number == null ? string(text) : number;
    }
    return switch (text) {
      case "~", "null", "Null", "NULL" -> NULL;
      case "true", "True", "TRUE" -> TRUE;
      case "false", "False", "FALSE" -> FALSE;
      default -> string(text);
    };
  }

  static Resolved string(String text) {
    return new Resolved(Kind.STRING, text);
  }

  private static @Nullable Resolved number(String text) {
    if (INTEGER.matcher(text).matches()) {
      return integer(text, text, 10);
    }
    if (OCTAL.matcher(text).matches()) {
      return integer(text, text.substring(2), 8);
    }
    if (HEX.matcher(text).matches()) {
      return integer(text, text.substring(2), 16);
    }
    if (FLOAT.matcher(text).matches()) {
      return new Resolved(Kind.FLOAT, Double.parseDouble(text));
    }
    return switch (text) {
      case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" ->
          new Resolved(Kind.FLOAT, Double.POSITIVE_INFINITY);
      case "-.inf", "-.Inf", "-.INF" -> new Resolved(Kind.FLOAT, Double.NEGATIVE_INFINITY);
      case ".nan", ".NaN", ".NAN" -> new Resolved(Kind.FLOAT, Double.NaN);
      default -> null;
    };
  }

  private static Resolved integer(String text, String digits, int radix) {
    if (digits.length() <= 18 && radix == 10) {
      return new Resolved(Kind.INTEGER, Long.parseLong(digits));
    }
    if (digits.length() > MOST_DIGITS) {
      return new Resolved(
          Kind.FLOAT, text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    BigInteger big = new BigInteger(digits, radix);
    return new Resolved(Kind.INTEGER, big.bitLength() < Long.SIZE ? (Object) big.longValue() : big);
  }
}
