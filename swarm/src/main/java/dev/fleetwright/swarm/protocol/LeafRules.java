package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rules about one value as it is. */
final class LeafRules {

  private LeafRules() {}

  interface Reason {
    Problem of(JsonNode value, String path);
  }

  record Leaf(Predicate<JsonNode> accepted, Reason reason) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      return accepted.test(value);
    }

    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      if (!accepts(value)) {
        problems.add(reason.of(value, path));
      }
    }
  }

  static SchemaRule type(String type) {
    return switch (type) {
      case "object" -> typed(type, JsonNode::isObject);
      case "array" -> typed(type, JsonNode::isArray);
      case "string" -> typed(type, JsonNode::isTextual);
      case "boolean" -> typed(type, JsonNode::isBoolean);
      case "number" -> typed(type, JsonNode::isNumber);
      case "integer" -> typed(type, JsonNode::isIntegralNumber);
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }

  private static SchemaRule typed(String type, Predicate<JsonNode> is) {
    return new Leaf(
        is,
        (value, path) ->
            new Problem(
                "wrong-type",
                path,
                "must be of type " + type + " and is " + kind(value),
                "write a value of type " + type));
  }

  private static String kind(JsonNode value) {
    return value.isIntegralNumber()
        ? "integer"
        : value.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  static SchemaRule oneOf(List<String> allowed) {
    return new Leaf(
        value -> value.isTextual() && allowed.contains(value.textValue()),
        (value, path) ->
            new Problem(
                "value-not-allowed",
                path,
                "the value " + SchemaRule.shortened(value.toString()) + " is not allowed here",
                "use " + String.join(" or ", allowed)));
  }

  static SchemaRule mostEntries(int most, Predicate<JsonNode> is) {
    return new Leaf(
        value -> !is.test(value) || value.size() <= most,
        (value, path) ->
            new Problem(
                "too-long",
                path,
                "has " + value.size() + " entries; at most " + most + " are allowed",
                "shorten it"));
  }

  static SchemaRule length(int shortest, int longest) {
    return new Leaf(
        value -> {
          String text = value.textValue();
          return text == null || isWithin(text, shortest, longest);
        },
        (value, path) -> {
          int length = characters(value.asText());
          return length < shortest
              ? new Problem("too-short", path, "must not be empty", "write a value")
              : new Problem(
                  "too-long",
                  path,
                  "has " + length + " characters; at most " + longest + " are allowed",
                  "shorten it");
        });
  }

  /** A character takes one or two places, so that most need not be counted. */
  private static boolean isWithin(String text, int shortest, int longest) {
    int places = text.length();
    if (places <= longest && (places + 1) / 2 >= shortest) {
      return true;
    }
    int length = characters(text);
    return length >= shortest && length <= longest;
  }

  private static int characters(String text) {
    return text.codePointCount(0, text.length());
  }

  static SchemaRule range(BigDecimal limit, boolean lower) {
    return new Leaf(
        value -> !value.isNumber() || isOnSide(value, limit, lower),
        (_, path) ->
            new Problem(
                "out-of-range",
                path,
                "must be at " + (lower ? "least " : "most ") + limit.toPlainString(),
                "write a number in the range"));
  }

  private static boolean isOnSide(JsonNode value, BigDecimal limit, boolean lower) {
    boolean easy = limit.signum() == 0 && value.isInt();
    int order = easy ? Integer.signum(value.intValue()) : value.decimalValue().compareTo(limit);
    return lower ? order >= 0 : order <= 0;
  }

  static SchemaRule pattern(String expression) {
    TextPattern pattern = TextPattern.of(expression);
    return new Leaf(
        value -> matches(value.textValue(), pattern),
        (value, path) ->
            new Problem(
                "wrong-format",
                path,
                "the value "
                    + SchemaRule.shortened(value.toString())
                    + " does not match "
                    + expression,
                "write a value that matches"));
  }

  private static boolean matches(@Nullable String text, TextPattern pattern) {
    return text == null || pattern.isFoundIn(text);
  }

  static SchemaRule format(String format, String where) {
    if (!format.equals("date-time")) {
      throw new IllegalArgumentException(where + ": unknown format " + format);
    }
    return new Leaf(
        value -> {
          String text = value.textValue();
          return text == null || (!text.startsWith("-") && Times.isTime(text));
        },
        (value, path) ->
            new Problem(
                "wrong-format",
                path,
                "the value " + SchemaRule.shortened(value.toString()) + " is no time",
                "write it like 2025-09-12T12:30:00Z"));
  }
}
