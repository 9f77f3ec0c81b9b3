package dev.fleetwright.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The functions on strings that we run ourselves. */
final class TextFunctions {

  /** A longer pattern, or one that compiles to a larger program, is refused. */
  static final int LONGEST_PATTERN = 1_000;

  private static final int LARGEST_PROGRAM = 5_000;

  private TextFunctions() {}

  static @Nullable Object contains(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof String text && args[1] instanceof String wanted) {
      frame.chargeSearch(text, wanted, id);
      return text.contains(wanted);
    }
    throw Node.noOverload(id, "contains()", args);
  }

  static @Nullable Object startsWith(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof String text && args[1] instanceof String wanted) {
      frame.chargeText(wanted.length(), id);
      return text.startsWith(wanted);
    }
    throw Node.noOverload(id, "startsWith()", args);
  }

  static @Nullable Object endsWith(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof String text && args[1] instanceof String wanted) {
      frame.chargeText(wanted.length(), id);
      return text.endsWith(wanted);
    }
    throw Node.noOverload(id, "endsWith()", args);
  }

  static @Nullable Object matches(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof String text && args[1] instanceof String regex) {
      return matches(frame, id, text, pattern(frame, id, regex));
    }
    throw Node.noOverload(id, "matches()", args);
  }

  static boolean matches(Frame frame, long id, String text, Pattern pattern) {
    // The engine visits each instruction of the program for each character at worst.
    chargeMatch(frame, id, text, pattern);
    return pattern.matcher(text).find();
  }

  /** The first match, or an empty text. */
  static @Nullable Object find(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof String text) || !(args[1] instanceof String regex)) {
      throw Node.noOverload(id, "find()", args);
    }
    Pattern pattern = pattern(frame, id, regex);
    chargeMatch(frame, id, text, pattern);
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group() : "";
  }

  /** All matches, or the first n of them. */
  static @Nullable Object findAll(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof String text)
        || !(args[1] instanceof String regex)
        || (args.length > 2 && !(args[2] instanceof Long))) {
      throw Node.noOverload(id, "findAll()", args);
    }
    long left = args.length > 2 && args[2] instanceof Long n && n >= 0 ? n : Long.MAX_VALUE;
    Pattern pattern = pattern(frame, id, regex);
    Matcher matcher = pattern.matcher(text);
    List<@Nullable Object> found = new ArrayList<>();
    // Each search may read to the end of the text.
    while (left-- > 0) {
      chargeMatch(frame, id, text, pattern);
      if (!matcher.find()) {
        break;
      }
      frame.allowElements(found.size() + 1L, id);
      found.add(matcher.group());
    }
    return found;
  }

  private static void chargeMatch(Frame frame, long id, String text, Pattern pattern) {
    frame.charge(1 + (((long) text.length() * pattern.programSize()) >> 1), id);
  }

  private static Pattern pattern(Frame frame, long id, String regex) {
    // Compiling takes time in proportion to the program, far more than a step for each part.
    frame.charge(100 + 10 * Math.min(LARGEST_PROGRAM, RegexSize.estimate(regex)), id);
    return compile(id, regex);
  }

  /** Compiled, or the error that says why not; also used when an expression is planned. */
  static Pattern compile(long id, String regex) {
    if (regex.length() > LONGEST_PATTERN) {
      throw LimitExceeded.regex(
          "a regular expression is longer than "
              + LimitExceeded.grouped(LONGEST_PATTERN)
              + " characters",
          id);
    }
    if (RegexSize.estimate(regex) > LARGEST_PROGRAM) {
      throw LimitExceeded.regex("the repetitions of a regular expression multiply too far", id);
    }
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw EvalError.of(
          "invalid-regex",
          id,
          "the regular expression is invalid: " + e.getDescription(),
          "write it in RE2 syntax; a backslash in a plain string is written twice, in r'…' once");
    }
  }

  static @Nullable Object join(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof List<?> list) || (args.length > 1 && !(args[1] instanceof String))) {
      throw Node.noOverload(id, "join()", args);
    }
    String separator = args.length > 1 && args[1] instanceof String text ? text : "";
    List<String> parts = new ArrayList<>();
    long length = 0;
    for (Object raw : list) {
      if (!(Values.adapt(raw, id) instanceof String part)) {
        throw Node.noOverload(id, "join()", args[0], Values.adapt(raw, id));
      }
      length += part.length() + (parts.isEmpty() ? 0 : separator.length());
      frame.charge(1, id);
      if (length > frame.limits.textLength()) {
        break;
      }
      parts.add(part);
    }
    frame.allowText(length, id);
    return String.join(separator, parts);
  }

  /**
   * Replaces the first n (all, if n is negative or not given); an empty text is found between all.
   */
  static @Nullable Object replace(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof String text)
        || !(args[1] instanceof String wanted)
        || !(args[2] instanceof String replacement)
        || (args.length > 3 && !(args[3] instanceof Long))) {
      throw Node.noOverload(id, "replace()", args);
    }
    long left = args.length > 3 && args[3] instanceof Long n && n >= 0 ? n : Long.MAX_VALUE;
    frame.chargeSearch(text, wanted, id);
    StringBuilder out = new StringBuilder();
    int done = 0;
    int search = 0;
    while (left-- > 0) {
      int found = search > text.length() ? -1 : text.indexOf(wanted, search);
      if (found < 0) {
        break;
      }
      out.append(text, done, found).append(replacement);
      done = found + wanted.length();
      search = wanted.isEmpty() ? nextCodePoint(text, found) : done;
      if (out.length() > frame.limits.textLength()) {
        throw LimitExceeded.text(frame.limits, id);
      }
    }
    out.append(text, done, text.length());
    frame.allowText(out.length(), id);
    return out.toString();
  }

  private static int nextCodePoint(String text, int index) {
    return index < text.length()
        ? index + Character.charCount(text.codePointAt(index))
        : text.length() + 1;
  }
}
