package dev.fleetwright.apiserver.referee;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Compares a reply with what a case expects of it. Objects may have more fields than expected;
 * lists have the same items, unless the expected one begins with {@code <some>}. Texts in angle
 * brackets are conditions: {@code <any>}, {@code <absent>}, {@code <not X>}, {@code <greater X>},
 * {@code <contains X>}, {@code <matches PATTERN>}, {@code <size N>}.
 */
final class Expectation {
  private final List<String> complaints = new ArrayList<>();

  private Expectation() {}

  /** What does not hold; empty if all does. */
  static List<String> check(JsonNode expected, JsonNode actual) {
    var expectation = new Expectation();
    expectation.value(expected, actual, "");
    return expectation.complaints;
  }

  private void value(JsonNode expected, JsonNode actual, String path) {
    switch (expected) {
      case ObjectNode object -> object(object, actual, path);
      case ArrayNode list -> list(list, actual, path);
      default -> {
        String text = expected.asText();
        if (expected.isTextual() && text.startsWith("<") && text.endsWith(">")) {
          condition(text.substring(1, text.length() - 1), actual, path);
        } else if (!same(expected, actual)) {
          complain(path, "is " + shown(actual) + " and not " + expected);
        }
      }
    }
  }

  private void object(ObjectNode expected, JsonNode actual, String path) {
    if (!actual.isObject()) {
      complain(path, "is " + shown(actual) + " and no object");
      return;
    }
    for (Map.Entry<String, JsonNode> field : expected.properties()) {
      value(field.getValue(), actual.path(field.getKey()), path + "/" + field.getKey());
    }
  }

  private void list(ArrayNode expected, JsonNode actual, String path) {
    if (!actual.isArray()) {
      complain(path, "is " + shown(actual) + " and no list");
      return;
    }
    if (expected.path(0).asText().equals("<some>")) {
      for (int i = 1; i < expected.size(); i++) {
        boolean found = false;
        for (JsonNode item : actual) {
          found |= check(expected.get(i), item).isEmpty();
        }
        if (!found) {
          complain(path, "has no item like " + expected.get(i));
        }
      }
      return;
    }
    if (expected.size() != actual.size()) {
      complain(path, "has " + actual.size() + " items and not " + expected.size());
      return;
    }
    for (int i = 0; i < expected.size(); i++) {
      value(expected.get(i), actual.get(i), path + "/" + i);
    }
  }

  private void condition(String condition, JsonNode actual, String path) {
    int blank = condition.indexOf(' ');
    String word = blank < 0 ? condition : condition.substring(0, blank);
    String rest = blank < 0 ? "" : condition.substring(blank + 1);
    boolean absent = actual.isMissingNode();
    boolean holds =
        switch (word) {
          case "any" -> !absent && !actual.isNull();
          case "absent" -> absent;
          case "not" -> !absent && !actual.asText().equals(rest);
          case "greater" ->
              !absent && new BigDecimal(actual.asText()).compareTo(new BigDecimal(rest)) > 0;
          case "contains" -> !absent && text(actual).contains(rest);
          case "matches" -> !absent && Pattern.compile(rest).matcher(text(actual)).find();
          case "size" -> actual.size() == Integer.parseInt(rest);
          default -> throw new IllegalArgumentException("no such condition: " + condition);
        };
    if (!holds) {
      complain(path, "is " + shown(actual) + ", which is not <" + condition + ">");
    }
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : node.toString();
  }

  private static boolean same(JsonNode expected, JsonNode actual) {
    if (expected.isNumber() && actual.isNumber()) {
      return expected.decimalValue().compareTo(actual.decimalValue()) == 0;
    }
    return expected.equals(actual);
  }

  private static String shown(JsonNode actual) {
    return actual.isMissingNode() ? "absent" : actual.toString();
  }

  private void complain(String path, String what) {
    complaints.add((path.isEmpty() ? "the answer" : path) + " " + what);
  }
}
