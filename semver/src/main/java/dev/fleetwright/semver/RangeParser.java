package dev.fleetwright.semver;

import dev.fleetwright.model.Problem;
import dev.fleetwright.semver.Alternative.Hyphen;
import dev.fleetwright.semver.Alternative.Term;
import dev.fleetwright.semver.Alternative.Terms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a range to its alternatives, in one pass from left to right. A fault ends its
 * alternative and the next one is read, so that each broken alternative is reported, once.
 *
 * <pre>
 * range       = alternative *( "||" alternative )
 * alternative = [ partial 1*space "-" 1*space partial | term *( separator term ) ]
 * separator   = 1*space | *space "," *space
 * term        = [ operator ] *space version
 * version     = [ "v" ] partial
 * </pre>
 */
final class RangeParser {

  private static final int MOST_PROBLEMS = 16;
  private static final String EXAMPLES = "write a range such as ^1.2.0, >=1.2.0 <2.0.0 or 1.x";

  private final VersionScanner in;
  private final List<Alternative> alternatives = new ArrayList<>(1);
  private final List<Problem> problems = new ArrayList<>(0);
  private int comparators;

  RangeParser(String text) {
    in = new VersionScanner(text);
  }

  /** The alternatives, to be used only when {@link #problems} is empty. */
  List<Alternative> parse() {
    if (in.text.length() > Range.LONGEST_TEXT) {
      in.fail(
          Range.LONGEST_TEXT,
          1,
          "a range has at most "
              + Range.LONGEST_TEXT
              + " characters, this one has "
              + in.text.length(),
          "shorten the range");
      report();
      return alternatives;
    }
    do {
      Alternative alternative = alternative();
      if (alternative != null) {
        alternatives.add(alternative);
      } else {
        report();
        skipAlternative();
      }
    } while (comparators <= Range.MOST_COMPARATORS && problems.size() < MOST_PROBLEMS && takesOr());
    return alternatives;
  }

  List<Problem> problems() {
    return problems;
  }

  private void report() {
    Fault fault = in.fault;
    if (fault == null) {
      throw new IllegalStateException("no alternative and no fault");
    }
    String nextStep = fault.nextStep().isEmpty() ? EXAMPLES : fault.nextStep();
    problems.add(
        new Fault(fault.at(), fault.length(), fault.message(), nextStep)
            .asProblem("invalid-range", "<range>", in.text));
    in.fault = null;
  }

  private void skipAlternative() {
    int or = in.text.indexOf("||", in.at);
    in.at = or < 0 ? in.text.length() : or;
  }

  private boolean takesOr() {
    if (in.atEnd()) {
      return false;
    }
    in.at += 2;
    return true;
  }

  private boolean seesOr() {
    return in.text.startsWith("||", in.at);
  }

  /** Returns how many spaces were skipped. */
  private int skipSpaces() {
    int from = in.at;
    while (!in.atEnd() && Characters.isSpace(in.text.charAt(in.at))) {
      in.at++;
    }
    return in.at - from;
  }

  private @Nullable Alternative alternative() {
    int blank = in.at;
    skipSpaces();
    if (in.atEnd() || seesOr()) {
      return counted() ? new Terms(List.of(), blank, in.at) : null;
    }
    int start = in.at;
    List<Term> terms = new ArrayList<>(2);
    while (true) {
      Term term = counted() ? term() : null;
      if (term == null) {
        return null;
      }
      terms.add(term);
      boolean spaced = skipSpaces() > 0;
      if (in.atEnd() || seesOr()) {
        return new Terms(terms, start, term.end());
      }
      if (spaced && in.sees('-')) {
        return hyphen(terms);
      }
      if (in.takes(',')) {
        skipSpaces();
      } else if (!spaced) {
        in.expected(
            "a space, a comma, \"||\" or the end after "
                + Characters.excerpt(in.text, term.start(), term.end()),
            hintAfter(term));
        return null;
      }
    }
  }

  private boolean counted() {
    comparators++;
    if (comparators <= Range.MOST_COMPARATORS) {
      return true;
    }
    in.fail(
        in.at,
        1,
        "a range has at most " + Range.MOST_COMPARATORS + " comparators",
        "merge the alternatives into fewer and wider ones");
    return false;
  }

  private @Nullable Term term() {
    int start = in.at;
    Operator operator = operator();
    if (operator == null) {
      return null;
    }
    boolean signed = in.at > start;
    if (signed) {
      skipSpaces();
    }
    if (!startsVersion()) {
      String sign = Characters.excerpt(in.text, start, in.at).strip();
      in.expected(
          signed ? "a version after \"" + sign + "\"" : "an operator or a version",
          hintInsteadOfVersion(sign));
      return null;
    }
    Partial version = version();
    return version == null ? null : new Term(operator, version, start, in.at);
  }

  private @Nullable Operator operator() {
    if (in.takes('<')) {
      return in.takes('=') ? Operator.AT_MOST : Operator.LESS;
    }
    if (in.takes('>')) {
      return in.takes('=') ? Operator.AT_LEAST : Operator.GREATER;
    }
    if (in.takes('~')) {
      in.takes('>'); // Ruby's spelling, which npm takes as well
      return Operator.TILDE;
    }
    if (in.takes('^')) {
      return Operator.CARET;
    }
    if (in.takes('!')) {
      if (in.takes('=')) {
        return Operator.NOT_EQUAL;
      }
      in.expected("\"=\" after \"!\"", "write != to leave a version out");
      return null;
    }
    in.takes('=');
    return Operator.EQUAL;
  }

  private boolean startsVersion() {
    return startsNumber(in.at) || (in.sees('v') && startsNumber(in.at + 1));
  }

  private boolean startsNumber(int index) {
    if (index >= in.text.length()) {
      return false;
    }
    char c = in.text.charAt(index);
    return Characters.isDigit(c) || Characters.isWildcard(c);
  }

  private @Nullable Partial version() {
    in.takes('v');
    int start = in.at;
    long[] parts = new long[3];
    int given = 0;
    int numbers = 0;
    boolean wild = false;
    do {
      if (!in.atEnd() && Characters.isWildcard(in.text.charAt(in.at))) {
        wild = true;
        in.at++;
      } else if (wild && in.seesDigit()) {
        in.expected(
            "\"x\" after a wildcard",
            "write " + Characters.excerpt(in.text, start, in.at - 1) + " alone");
        return null;
      } else {
        parts[given] = in.number("a number, \"x\" or \"*\"");
        if (parts[given] == VersionScanner.NO_NUMBER) {
          return null;
        }
        numbers++;
      }
      given++;
    } while (given < 3 && in.takes('.'));
    String prerelease = suffixes(start, given, numbers);
    if (prerelease == null) {
      return null;
    }
    if (in.at - start > Version.LONGEST_TEXT) {
      in.fail(
          start,
          in.at - start,
          "a version has at most " + Version.LONGEST_TEXT + " characters",
          "shorten the prerelease or leave out the build metadata");
      return null;
    }
    return new Partial(parts[0], parts[1], parts[2], numbers, numbers == 3 ? prerelease : "");
  }

  /** The prerelease, or null at a fault. Build metadata is read and means nothing in a range. */
  private @Nullable String suffixes(int start, int given, int numbers) {
    String prerelease = "";
    if (in.sees('-')) {
      if (given < 3) {
        in.expected("all three numbers before a prerelease", hintAtHyphen(start, given, numbers));
        return null;
      }
      in.at++;
      prerelease = in.prerelease();
    }
    if (prerelease != null && in.takes('+') && in.build() == null) {
      return null;
    }
    return prerelease;
  }

  private String hintAtHyphen(int start, int given, int numbers) {
    int after = in.at + 1;
    boolean versionAfter = after < in.text.length() && Characters.isSpace(in.text.charAt(after));
    if (versionAfter || startsNumber(after)) {
      return "put spaces on both sides of the hyphen of a hyphen range";
    }
    String written = Characters.excerpt(in.text, start, in.at);
    return numbers == given
        ? "write " + written + ".0".repeat(3 - given) + " before the hyphen"
        : "write " + written + " without a prerelease";
  }

  /** The cursor is at the hyphen, after at least one term and a space. */
  private @Nullable Alternative hyphen(List<Term> terms) {
    int after = in.at + 1;
    boolean spaced = after >= in.text.length() || Characters.isSpace(in.text.charAt(after));
    Term low = terms.getFirst();
    boolean plain = terms.size() == 1 && startsPlain(low);
    if (!spaced || !plain) {
      in.expected(
          "an operator or a version",
          spaced
              ? "a hyphen range is two plain versions, such as 1.2.0 - 2.0.0"
              : "put spaces on both sides of the hyphen of a hyphen range");
      return null;
    }
    in.at = after;
    skipSpaces();
    int start = in.at;
    if (!startsVersion()) {
      in.expected("a version after \"-\"", "a hyphen range ends with a plain version");
      return null;
    }
    Partial version = counted() ? version() : null;
    if (version == null) {
      return null;
    }
    Term high = new Term(Operator.EQUAL, version, start, in.at);
    skipSpaces();
    if (!in.atEnd() && !seesOr()) {
      in.expected(
          "\"||\" or the end after a hyphen range",
          "a hyphen range stands alone; write >= and <= to add conditions");
      return null;
    }
    return new Hyphen(low, high);
  }

  private boolean startsPlain(Term term) {
    return term.operator() == Operator.EQUAL && in.text.charAt(term.start()) != '=';
  }

  private String hintInsteadOfVersion(String sign) {
    if (in.atEnd()) {
      return "";
    }
    char c = in.text.charAt(in.at);
    if (sign.equals("=") && (c == '>' || c == '<')) {
      return "write " + c + "= instead of =" + c;
    }
    if ("<>=~^!".indexOf(c) >= 0 && !sign.isEmpty()) {
      return "use one operator, without spaces in it";
    }
    if (c == '|') {
      return sign.isEmpty() ? "write || between alternatives" : "";
    }
    if (c == ',') {
      return "put one comma between two comparators";
    }
    if (c == 'v') {
      return "put the version right after the \"v\", or leave the \"v\" out";
    }
    return hintForForeign(c);
  }

  private String hintAfter(Term term) {
    char c = in.text.charAt(in.at);
    if (c == '|') {
      return "write || between alternatives";
    }
    if ("<>=~^!".indexOf(c) >= 0) {
      return "put a space before the next comparator";
    }
    if (Characters.isIdentifierPart(c) && term.version().isComplete()) {
      return "write a prerelease after a hyphen: " + term.version().lowest() + "-rc.1";
    }
    return c == '.' ? "a version has three numbers" : hintForForeign(c);
  }

  private static String hintForForeign(char c) {
    if (c < 0x80) {
      return "";
    }
    if (Character.isDigit(c)) {
      return "use the digits 0 to 9";
    }
    return Character.isSpaceChar(c) || c == '\uFEFF' ? "use a plain space" : "";
  }
}
