package dev.fleetwright.documents;

import dev.fleetwright.model.Problem;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/**
 * A syntax error in words that say what to do, in place of the parser's own.
 *
 * @param start where the caret belongs, which is often where something was opened and not where the
 *     parser gave up
 */
record YamlMistake(int start, int end, String message, String nextStep) {

  /** Longer keys are no keys to YAML unless {@code ?} introduces them. */
  private static final int LONGEST_KEY = 1_024;

  Problem problem() {
    return new Problem("yaml-syntax", "", message, nextStep);
  }

  static YamlMistake unreadable(int start, RuntimeException e) {
    String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return new YamlMistake(
        start,
        start + 1,
        "the document cannot be read as YAML: " + Words.cut(reason),
        "correct the document");
  }

  static YamlMistake of(
      MarkedYamlEngineException error, String text, int problem, int context, int end) {
    YamlMistake mistake = classify(error, text, problem, context, end);
    return lineOf(text, mistake.start).contains("{{")
        ? new YamlMistake(
            mistake.start,
            mistake.end,
            mistake.message,
            "this looks like a template: render it first, or write {{ … }} in quotes")
        : mistake;
  }

  private static YamlMistake classify(
      MarkedYamlEngineException error, String text, int problem, int context, int end) {
    String what = String.valueOf(error.getProblem());
    String during = String.valueOf(error.getContext());
    char found = problem < end ? text.charAt(problem) : '\n';
    if (found == '\t' || what.contains("after \\t(TAB)") || what.contains("after \t")) {
      return at(problem, "a tab stands where YAML allows only spaces", "indent with spaces");
    }
    if (what.contains("cannot start any token")) {
      return at(
          problem, "a value cannot begin with the character " + found, "write the value in quotes");
    }
    if (during.contains("quoted scalar") && what.contains("unexpected")) {
      return at(
          context,
          "the quote that opens here is never closed",
          "close it, or write the whole value in the other kind of quotes");
    }
    if (what.contains("unknown escape character") || what.contains("expected escape sequence")) {
      return new YamlMistake(
          Math.max(context, problem - 1),
          problem + 1,
          "in double quotes a backslash begins an escape, and this is none",
          "write \\\\ for a backslash, or use single quotes");
    }
    if (what.contains("could not find expected ':'")) {
      return toLineEnd(
          text,
          context,
          end,
          "this line is neither a key with a colon nor part of a value",
          "write it as key: value, or indent it under the value it belongs to");
    }
    if (what.contains("mapping values are not allowed here")) {
      return problem - lineStart(text, problem) > LONGEST_KEY
          ? at(problem, "a key has more than " + LONGEST_KEY + " characters", "shorten the key")
          : at(
              problem,
              "a key and its colon are not allowed here",
              "write the value in quotes if the colon belongs to it, or give the key a line of its"
                  + " own with the indentation of its neighbours");
    }
    if (what.contains("expected ',' or")) {
      boolean list = during.contains("sequence");
      String opened = list ? "[" : "{";
      return at(
          problem >= end || found == '\n' ? context : problem,
          "the "
              + opened
              + " in line "
              + line(text, context)
              + " is not closed, or a comma is"
              + " missing",
          "close it with " + (list ? "]" : "}") + " or put a comma between the values");
    }
    if (what.contains("expected <block end>")) {
      return blockEnd(what, during, text, problem, end);
    }
    if (what.contains("sequence entries are not allowed")) {
      return at(problem, "a list item is not allowed here", "begin the list on a line of its own");
    }
    if (what.contains("expected '<document start>'")) {
      return toLineEnd(
          text,
          problem,
          end,
          "text stands behind the end of the document's value",
          "remove it, or separate documents by a line ---");
    }
    if (what.contains("leading empty lines contain more spaces")) {
      return at(
          problem,
          "an empty line at the start of a block of text is indented deeper than the text",
          "remove the spaces of the empty line");
    }
    if (what.contains("undefined tag handle")) {
      return at(problem, "the tag's prefix is not defined", "remove the tag");
    }
    if (what.contains("incompatible YAML")) {
      return at(problem, "the document asks for another version of YAML", "remove the %YAML line");
    }
    String phrase = during.equals("null") || during.isEmpty() ? what : during + ": " + what;
    return at(problem, Words.cut(phrase.replaceAll("\\s+", " ").strip()), "correct the syntax");
  }

  private static YamlMistake blockEnd(
      String what, String during, String text, int problem, int end) {
    boolean firstInLine = text.substring(lineStart(text, problem), problem).isBlank();
    if (!firstInLine) {
      return toLineEnd(
          text,
          problem,
          end,
          "unexpected text stands behind a value",
          "write the whole value in quotes, or put this on a line of its own");
    }
    if (what.contains("found '-'")) {
      return at(
          problem,
          "a list item stands among the keys of a mapping",
          "give the list a key, and indent its items like their neighbours");
    }
    if (during.contains("block collection") || during.contains("block sequence")) {
      return toLineEnd(
          text,
          problem,
          end,
          "this line stands among the items of a list and is none",
          "begin it with - or indent it as its neighbours are");
    }
    return toLineEnd(
        text,
        problem,
        end,
        "the indentation of this line fits none of the lines above",
        "indent it as its neighbours are");
  }

  private static YamlMistake at(int start, String message, String nextStep) {
    return new YamlMistake(start, start + 1, message, nextStep);
  }

  private static YamlMistake toLineEnd(
      String text, int start, int end, String message, String nextStep) {
    int stop = start;
    while (stop < end && text.charAt(stop) != '\n' && text.charAt(stop) != '\r') {
      stop++;
    }
    return new YamlMistake(start, stop, message, nextStep);
  }

  private static int lineStart(String text, int at) {
    int i = Math.min(at, text.length());
    while (i > 0 && text.charAt(i - 1) != '\n' && text.charAt(i - 1) != '\r') {
      i--;
    }
    return i;
  }

  private static String lineOf(String text, int at) {
    int start = lineStart(text, at);
    int end = start;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return text.substring(start, end);
  }

  private static int line(String text, int at) {
    int line = 1;
    for (int i = 0; i < at; i++) {
      char c = text.charAt(i);
      if (c == '\n' || (c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n'))) {
        line++;
      }
    }
    return line;
  }
}
