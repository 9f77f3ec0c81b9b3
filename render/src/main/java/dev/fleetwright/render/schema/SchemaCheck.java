package dev.fleetwright.render.schema;

import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One check of one value: walks value and schema together, fills in defaults, collects problems.
 */
final class SchemaCheck {

  private static final int DEEPEST = 200;
  private static final int LONGEST_SHOWN = 60;
  private static final int MOST_CHOICES = 12;

  private List<Problem> problems = new ArrayList<>();
  private boolean secret;

  Schema.Result run(Schema schema, @Nullable Object value) {
    Object filled = check(schema, value, Paths.ROOT, 0);
    return new Schema.Result(filled, problems);
  }

  private @Nullable Object check(Schema written, @Nullable Object value, Paths path, int depth) {
    Schema schema = written.resolved();
    if (depth > DEEPEST) {
      add("too-deep", path, "the value nests deeper than " + DEEPEST, "make it flatter");
      return value;
    }
    boolean before = secret;
    secret |= schema.secret || written.secret;
    try {
      return checkHere(schema, value, path, depth);
    } finally {
      secret = before;
    }
  }

  private @Nullable Object checkHere(Schema schema, @Nullable Object value, Paths path, int depth) {
    if (schema.never) {
      add("not-allowed", path, "no value is allowed here", "remove it");
      return value;
    }
    JsonType actual = JsonType.of(value);
    if (!schema.types.isEmpty() && schema.types.stream().noneMatch(t -> t.accepts(actual))) {
      wrongType(schema, value, actual, path);
      return value;
    }
    List<@Nullable Object> choices = schema.choices;
    if (choices != null && choices.stream().noneMatch(c -> same(c, value))) {
      notAChoice(choices, value, path);
      return value;
    }
    Object filled =
        switch (value) {
          case null -> null;
          case Map<?, ?> map -> object(schema, map, path, depth);
          case List<?> list -> array(schema, list, path, depth);
          case String text -> {
            string(schema, text, path);
            yield value;
          }
          case Number number -> {
            number(schema, number.doubleValue(), path);
            yield value;
          }
          default -> value;
        };
    return combined(schema, filled, path, depth);
  }

  private Map<String, @Nullable Object> object(
      Schema schema, Map<?, ?> map, Paths path, int depth) {
    Map<String, @Nullable Object> filled = LinkedHashMap.newLinkedHashMap(map.size() + 4);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String key = String.valueOf(entry.getKey());
      filled.put(key, property(schema, key, entry.getValue(), path, depth));
    }
    for (String key : schema.required) {
      if (!map.containsKey(key) && !hasDefault(schema, key)) {
        add(
            "missing-field",
            path.child(key),
            "the field \"" + key + "\" is required",
            "add " + key + ": " + example(schema.properties.get(key)));
      }
    }
    schema.properties.forEach((key, property) -> {
      if (!map.containsKey(key)) {
        Object defaults = Defaults.of(property, 0);
        if (defaults != null) {
          filled.put(key, defaults);
        }
      }
    });
    if (schema.closedWhenJoined) {
      for (Object key : map.keySet()) {
        if (!knows(schema, String.valueOf(key), 0)) {
          unknownField(schema, String.valueOf(key), path.child("" + key));
        }
      }
    }
    if (map.size() < schema.minProperties) {
      add("too-few", path, "at least " + schema.minProperties + " entries are required", "add one");
    }
    if (map.size() > schema.maxProperties) {
      add(
          "too-many",
          path,
          "at most " + schema.maxProperties + " entries are allowed",
          "remove some");
    }
    return filled;
  }

  private static boolean knows(Schema written, String key, int depth) {
    Schema schema = written.resolved();
    return schema.properties.containsKey(key)
        || schema.patternProperties.keySet().stream().anyMatch(p -> p.matcher(key).find())
        || (depth < DEEPEST && schema.allOf.stream().anyMatch(part -> knows(part, key, depth + 1)));
  }

  private static boolean hasDefault(Schema schema, String key) {
    Schema property = schema.properties.get(key);
    return property != null && Defaults.of(property, 0) != null;
  }

  private @Nullable Object property(
      Schema schema, String key, @Nullable Object value, Paths path, int depth) {
    Paths at = path.child(key);
    Schema names = schema.propertyNames;
    if (names != null) {
      check(names, key, at, depth + 1);
    }
    Schema known = schema.properties.get(key);
    Object filled = value;
    boolean found = known != null;
    if (known != null) {
      filled = check(known, value, at, depth + 1);
    }
    for (Map.Entry<Pattern, Schema> entry : schema.patternProperties.entrySet()) {
      if (entry.getKey().matcher(key).find()) {
        found = true;
        filled = check(entry.getValue(), filled, at, depth + 1);
      }
    }
    if (found) {
      return filled;
    }
    Schema additional = schema.additional;
    if (schema.closed || (additional != null && additional.never)) {
      unknownField(schema, key, at);
      return value;
    }
    return additional == null ? value : check(additional, value, at, depth + 1);
  }

  private void unknownField(Schema schema, String key, Paths at) {
    Set<String> known = new TreeSet<>(schema.properties.keySet());
    String nextStep =
        Suggestion.nearest(key, known)
            .map(nearest -> "did you mean \"" + nearest + "\"?")
            .orElse(
                known.isEmpty() || known.size() > MOST_CHOICES
                    ? "remove it"
                    : "use one of: " + String.join(", ", known));
    add("unknown-field", at, "unknown field \"" + key + "\"", nextStep);
  }

  private List<@Nullable Object> array(Schema schema, List<?> list, Paths path, int depth) {
    List<@Nullable Object> filled = new ArrayList<>(list.size());
    Schema items = schema.items;
    for (Object item : list) {
      filled.add(items == null ? item : check(items, item, path.child(filled.size()), depth + 1));
    }
    if (list.size() < schema.minItems) {
      add("too-few", path, "at least " + schema.minItems + " entries are required", "add one");
    }
    if (list.size() > schema.maxItems) {
      add("too-many", path, "at most " + schema.maxItems + " entries are allowed", "remove some");
    }
    if (schema.uniqueItems && new HashSet<>(list).size() < list.size()) {
      add("duplicate-entry", path, "the entries of the list must differ", "remove the duplicate");
    }
    return filled;
  }

  private void string(Schema schema, String text, Paths path) {
    int length = text.codePointCount(0, text.length());
    if (length < schema.minLength) {
      add(
          "too-short",
          path,
          schema.minLength == 1
              ? "the string must not be empty"
              : "the string must have at least " + schema.minLength + " characters",
          "write more");
    }
    if (length > schema.maxLength) {
      add(
          "too-long",
          path,
          "the string has " + length + " characters and may have " + schema.maxLength,
          "shorten it");
    }
    Pattern pattern = schema.pattern;
    if (pattern != null && (length > 100_000 || !pattern.matcher(text).find())) {
      String meaning = schema.description;
      add(
          "wrong-form",
          path,
          shown(text) + " does not have the form " + pattern,
          meaning == null ? "write it in that form" : "write " + meaning);
    }
    String format = schema.format;
    if (format != null) {
      String complaint = Formats.complaint(format, text);
      if (complaint != null) {
        add("wrong-form", path, shown(text) + " is no " + complaint, Formats.example(format));
      }
    }
  }

  private void number(Schema schema, double number, Paths path) {
    Double minimum = schema.minimum;
    if (minimum != null && number < minimum) {
      add(
          "too-small",
          path,
          shownNumber(number) + " is below " + show(minimum),
          "write " + show(minimum) + " or more");
    }
    Double maximum = schema.maximum;
    if (maximum != null && number > maximum) {
      add(
          "too-large",
          path,
          shownNumber(number) + " is above " + show(maximum),
          "write " + show(maximum) + " or less");
    }
    Double above = schema.above;
    if (above != null && number <= above) {
      add("too-small", path, shownNumber(number) + " is not above " + show(above), "write more");
    }
    Double below = schema.below;
    if (below != null && number >= below) {
      add("too-large", path, shownNumber(number) + " is not below " + show(below), "write less");
    }
    Double step = schema.multipleOf;
    if (step != null && step > 0 && Math.abs(number / step - Math.rint(number / step)) > 1e-9) {
      add("wrong-number", path, shownNumber(number) + " is no multiple of " + show(step), "");
    }
  }

  private String shownNumber(double number) {
    return secret ? "the number" : show(number);
  }

  private static String show(double number) {
    return Json.compact(number);
  }

  private @Nullable Object combined(Schema schema, @Nullable Object value, Paths path, int depth) {
    Object filled = value;
    for (Schema part : schema.allOf) {
      filled = check(part, filled, path, depth + 1);
    }
    if (!schema.anyOf.isEmpty()) {
      filled = alternatives(schema.anyOf, filled, path, depth, false);
    }
    if (!schema.oneOf.isEmpty()) {
      filled = alternatives(schema.oneOf, filled, path, depth, true);
    }
    Schema not = schema.not;
    if (not != null && trial(not, filled, path, depth).problems.isEmpty()) {
      String meaning = not.description;
      add(
          "not-allowed",
          path,
          meaning == null ? "the value has a form that is excluded" : "not allowed: " + meaning,
          "change it");
    }
    Schema condition = schema.condition;
    if (condition != null) {
      boolean holds = trial(condition, filled, path, depth).problems.isEmpty();
      Schema next = holds ? schema.thenSchema : schema.elseSchema;
      filled = next == null ? filled : check(next, filled, path, depth + 1);
    }
    return filled;
  }

  private record Trial(List<Problem> problems, @Nullable Object value) {}

  private Trial trial(Schema schema, @Nullable Object value, Paths path, int depth) {
    List<Problem> outer = problems;
    problems = new ArrayList<>();
    try {
      Object filled = check(schema, value, path, depth + 1);
      return new Trial(problems, filled);
    } finally {
      problems = outer;
    }
  }

  /** The first alternative that fits; else the problems of the one that comes nearest. */
  private @Nullable Object alternatives(
      List<Schema> schemas, @Nullable Object value, Paths path, int depth, boolean exactlyOne) {
    List<Trial> failed = new ArrayList<>();
    Trial fit = null;
    int fits = 0;
    for (Schema schema : schemas) {
      Trial trial = trial(schema, value, path, depth);
      if (!trial.problems.isEmpty()) {
        failed.add(trial);
      } else {
        fits++;
        fit = fit == null ? trial : fit;
      }
    }
    if (fit != null) {
      if (exactlyOne && fits > 1) {
        add(
            "ambiguous",
            path,
            "the value fits " + fits + " alternatives and must fit one",
            "remove what does not belong together: " + names(schemas));
      }
      return fit.value;
    }
    failed.stream()
        .max(Comparator.comparingInt((Trial trial) -> closeness(trial, path)))
        .ifPresent(nearest -> problems.addAll(nearest.problems));
    return value;
  }

  /** An alternative whose type fits, and whose problems are deep and few, was probably meant. */
  private static int closeness(Trial trial, Paths path) {
    String here = path.toString();
    boolean wrongHere =
        trial.problems.stream().anyMatch(p -> p.path().equals(here) && !p.code().equals("too-few"));
    return (wrongHere ? -1000 : 0) - trial.problems.size();
  }

  private static String names(List<Schema> schemas) {
    return schemas.stream()
        .map(Schema::resolved)
        .map(s ->
            s.required.isEmpty() ? String.valueOf(s.description) : String.join("+", s.required))
        .collect(Collectors.joining(" or "));
  }

  private void wrongType(Schema schema, @Nullable Object value, JsonType actual, Paths path) {
    String expected = schema.types.stream().map(t -> t.phrase).collect(Collectors.joining(" or "));
    boolean quotedNumber =
        value instanceof String text
            && text.matches("-?[0-9]{1,18}|true|false")
            && !schema.types.contains(JsonType.STRING);
    boolean wantsString =
        schema.types.contains(JsonType.STRING)
            && value != null
            && actual != JsonType.OBJECT
            && actual != JsonType.ARRAY;
    add(
        "wrong-type",
        path,
        "expected " + expected + ", not " + described(value, actual),
        quotedNumber
            ? "remove the quotes"
            : wantsString
                ? "write it in quotes"
                : actual == JsonType.NULL
                    ? "give it a value or remove the field"
                    : "write " + expected);
  }

  private String described(@Nullable Object value, JsonType actual) {
    return switch (actual) {
      case OBJECT, ARRAY, NULL -> actual.phrase;
      case STRING -> "the string " + shown(String.valueOf(value));
      case INTEGER, NUMBER -> secret ? "a number" : "the number " + Json.compact(value);
      case BOOLEAN -> "the boolean " + value;
    };
  }

  private void notAChoice(List<@Nullable Object> choices, @Nullable Object value, Paths path) {
    List<String> known =
        choices.stream().map(c -> c instanceof String s ? s : Json.compact(c)).toList();
    String written = value instanceof String text ? text : Json.compact(value);
    String all = "use one of: " + String.join(", ", known);
    add(
        "not-a-choice",
        path,
        shown(written) + (known.size() == 1 ? " is not allowed here" : " is none of the choices"),
        known.size() == 1
            ? "write " + known.getFirst()
            : Suggestion.nearest(written, known)
                .map(nearest ->
                    "did you mean \"" + nearest + "\"? (" + String.join(", ", known) + ")")
                .orElse(all));
  }

  private static boolean same(@Nullable Object choice, @Nullable Object value) {
    if (choice instanceof Number a && value instanceof Number b) {
      return a.doubleValue() == b.doubleValue();
    }
    return choice == null ? value == null : choice.equals(value);
  }

  private String shown(String text) {
    if (secret) {
      return "the secret";
    }
    StringBuilder out = new StringBuilder();
    int end = Math.min(LONGEST_SHOWN, text.length());
    Json.appendString(out, end < text.length() ? text.substring(0, end) + "…" : text);
    return out.toString();
  }

  private static String example(@Nullable Schema written) {
    if (written == null) {
      return "…";
    }
    Schema schema = written.resolved();
    List<@Nullable Object> choices = schema.choices;
    if (choices != null && !choices.isEmpty()) {
      return choices.stream().map(String::valueOf).collect(Collectors.joining("|"));
    }
    return schema.types.stream().findFirst().map(t -> "<" + t.keyword + ">").orElse("…");
  }

  private void add(String code, Paths path, String message, String nextStep) {
    problems.add(new Problem(code, path.toString(), message, nextStep));
  }
}
