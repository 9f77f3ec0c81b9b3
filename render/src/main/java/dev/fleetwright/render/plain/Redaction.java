package dev.fleetwright.render.plain;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Hides secrets in everything that is shown: messages, next steps and lines of source. */
public final class Redaction {

  private static final String HIDDEN = "(secret)";

  /** A shorter text is hidden only where it stands alone, or no word would be left. */
  private static final int LONG_ENOUGH = 4;

  private final List<String> secrets;

  public Redaction(Set<String> secrets) {
    this.secrets =
        secrets.stream()
            .filter(s -> !s.isBlank())
            .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(s -> s))
            .toList();
  }

  public boolean isEmpty() {
    return secrets.isEmpty();
  }

  public Problem in(Problem problem) {
    if (secrets.isEmpty()) {
      return problem;
    }
    Place place = problem.place();
    return new Problem(
        problem.code(),
        problem.path(),
        text(problem.message()),
        text(problem.nextStep()),
        problem.severity(),
        place == null
            ? null
            : new Place(
                place.source(),
                place.line(),
                place.column(),
                place.length(),
                masked(place.lineText())));
  }

  public String text(String text) {
    String out = text;
    for (String secret : secrets) {
      out = replaced(out, secret, HIDDEN);
      // A secret of several lines shows line by line.
      for (String line : secret.lines().toList()) {
        out = line.length() >= LONG_ENOUGH ? replaced(out, line.strip(), HIDDEN) : out;
      }
    }
    return out;
  }

  /** Of the same length, so that a caret below still points at the right column. */
  private String masked(String line) {
    String out = line;
    for (String secret : secrets) {
      for (String part : secret.lines().toList()) {
        String bare = part.strip();
        if (!bare.isEmpty()) {
          out = replaced(out, bare, "•".repeat(bare.codePointCount(0, bare.length())));
          String escaped = Json.compact(bare);
          String inner = escaped.substring(1, escaped.length() - 1);
          out = replaced(out, inner, "•".repeat(inner.codePointCount(0, inner.length())));
        }
      }
    }
    return out;
  }

  private static String replaced(String text, String secret, String by) {
    if (secret.isEmpty() || !text.contains(secret)) {
      return text;
    }
    if (secret.length() >= LONG_ENOUGH) {
      return text.replace(secret, by);
    }
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (int found = text.indexOf(secret); found >= 0; found = text.indexOf(secret, found + 1)) {
      int end = found + secret.length();
      boolean alone =
          (found == 0 || !Character.isLetterOrDigit(text.charAt(found - 1)))
              && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
      if (alone && found >= at) {
        out.append(text, at, found).append(by);
        at = end;
      }
    }
    return out.append(text, at, text.length()).toString();
  }
}
