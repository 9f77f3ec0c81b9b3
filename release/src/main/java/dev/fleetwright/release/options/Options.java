package dev.fleetwright.release.options;

import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.release.Glob;
import dev.fleetwright.release.LabelSelector;
import dev.fleetwright.release.LabelSelector.Condition;
import dev.fleetwright.release.LabelSelector.Operator;
import dev.fleetwright.release.time.Micros;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping that a person wrote, read option by option. What is wrong becomes a problem with its
 * path, and reading goes on with the default, so that all mistakes are found in one go. Options
 * that nobody asked for are unknown.
 */
public final class Options {

  private static final long LONGEST_MINUTES = 10L * 366 * 24 * 60;

  private final Map<?, ?> values;
  private final String path;
  private final List<Problem> problems;
  private final Set<String> known = new LinkedHashSet<>();

  public Options(Map<?, ?> values, String path, List<Problem> problems) {
    this.values = values;
    this.path = path;
    this.problems = problems;
  }

  public String path() {
    return path;
  }

  public String pathOf(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  public boolean has(String name) {
    return values.get(name) != null;
  }

  public void problem(String code, String name, String message, String nextStep) {
    problems.add(new Problem(code, name.isEmpty() ? path : pathOf(name), message, nextStep));
  }

  public void problems(List<Problem> found) {
    problems.addAll(found);
  }

  /** Counts an option as known without reading it. */
  public void ignore(String name) {
    known.add(name);
  }

  /** To be called last: what was not asked for is a mistake. */
  public void rejectUnknown() {
    for (Object key : values.keySet()) {
      String name = String.valueOf(key);
      if (!known.contains(name)) {
        problem(
            "unknown-option",
            name,
            "unknown option \"" + name + "\"",
            Suggestion.nearest(name, known)
                .map(near -> "did you mean \"" + near + "\"?")
                .orElse("the options are " + String.join(", ", known)));
      }
    }
  }

  public @Nullable String text(String name) {
    Object value = value(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    wrongType(name, "a text", value);
    return null;
  }

  public String text(String name, String ifAbsent) {
    String value = text(name);
    return value == null ? ifAbsent : value;
  }

  /** A text that must be there. */
  public String required(String name) {
    if (!has(name)) {
      known.add(name);
      missing(name);
      return "";
    }
    return text(name, "");
  }

  public boolean flag(String name, boolean ifAbsent) {
    Object value = value(name);
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value != null) {
      wrongType(name, "true or false", value);
    }
    return ifAbsent;
  }

  /** A whole number within bounds; null when it is absent or wrong. */
  public @Nullable Integer whole(String name, int least, int most) {
    Object value = value(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof Integer || value instanceof Long)) {
      wrongType(name, "a whole number", value);
      return null;
    }
    long number = ((Number) value).longValue();
    if (number < least || number > most) {
      problem(
          number < 0 ? "negative-number" : "out-of-range",
          name,
          number + " is not between " + least + " and " + most,
          "use a number from " + least + " to " + most);
      return null;
    }
    return (int) number;
  }

  public int whole(String name, int least, int most, int ifAbsent) {
    Integer number = whole(name, least, most);
    return number == null ? ifAbsent : number;
  }

  public @Nullable Double number(String name) {
    Object value = value(name);
    if (value == null) {
      return null;
    }
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    wrongType(name, "a number", value);
    return null;
  }

  /** A duration in minutes, as microseconds; null when it is absent or wrong. */
  public @Nullable Long minutes(String name) {
    Object value = value(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof Integer || value instanceof Long)) {
      wrongType(name, "a whole number of minutes", value);
      return null;
    }
    long minutes = ((Number) value).longValue();
    if (minutes < 0) {
      problem("negative-duration", name, minutes + " minutes are less than none", "use 0 or more");
      return null;
    }
    if (minutes > LONGEST_MINUTES) {
      problem("out-of-range", name, minutes + " minutes are more than ten years", "use less");
      return null;
    }
    return minutes * Micros.PER_MINUTE;
  }

  public long minutes(String name, long ifAbsentMinutes) {
    Long micros = minutes(name);
    return micros == null ? ifAbsentMinutes * Micros.PER_MINUTE : micros;
  }

  public long requiredMinutes(String name) {
    if (!has(name)) {
      known.add(name);
      missing(name);
      return 0;
    }
    return minutes(name, 0);
  }

  /** One of several words; the first is the default. */
  public String choice(String name, List<String> words) {
    String value = text(name);
    if (value == null) {
      return words.getFirst();
    }
    if (!words.contains(value)) {
      problem(
          "unknown-value",
          name,
          "\"" + value + "\" is none of " + String.join(", ", words),
          Suggestion.nearest(value, words)
              .map(near -> "did you mean \"" + near + "\"?")
              .orElse("use one of them"));
      return words.getFirst();
    }
    return value;
  }

  /** A list of texts; empty when absent. One text alone stands for a list of one. */
  public List<String> texts(String name) {
    Object value = value(name);
    if (value instanceof String one) {
      return List.of(one);
    }
    List<String> found = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) instanceof String text) {
          found.add(text);
        } else {
          wrongType(name + "[" + i + "]", "a text", list.get(i));
        }
      }
    } else if (value != null) {
      wrongType(name, "a list of texts", value);
    }
    return found;
  }

  /** A list of mappings; empty when absent. */
  public List<Options> mappings(String name) {
    Object value = value(name);
    List<Options> found = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) instanceof Map<?, ?> map) {
          found.add(new Options(map, pathOf(name) + "[" + i + "]", problems));
        } else {
          wrongType(name + "[" + i + "]", "a mapping", list.get(i));
        }
      }
    } else if (value != null) {
      wrongType(name, "a list of mappings", value);
    }
    return found;
  }

  public @Nullable Options mapping(String name) {
    Object value = value(name);
    if (value instanceof Map<?, ?> map) {
      return new Options(map, pathOf(name), problems);
    }
    if (value != null) {
      wrongType(name, "a mapping", value);
    }
    return null;
  }

  /** A mapping from names to whole numbers, in the order written. */
  public Map<String, Integer> counts(String name, int least, int most) {
    Map<String, Integer> found = new LinkedHashMap<>();
    Options inner = mapping(name);
    if (inner != null) {
      for (Object key : inner.values.keySet()) {
        Integer count = inner.whole(String.valueOf(key), least, most);
        if (count != null) {
          found.put(String.valueOf(key), count);
        }
      }
    }
    return found;
  }

  /** A moment as microseconds; null when it is absent or wrong. */
  public @Nullable Long time(String name) {
    String text = text(name);
    return text == null ? null : parseTime(text, pathOf(name), problems).orElse(null);
  }

  /** An IANA zone; UTC when absent. An unknown one is a problem, never UTC. */
  public ZoneId zone(String name) {
    String text = text(name);
    if (text == null) {
      return ZoneOffset.UTC;
    }
    try {
      if (ZoneId.getAvailableZoneIds().contains(text) || text.equals("Z")) {
        return ZoneId.of(text);
      }
    } catch (DateTimeException e) {
      // Said below, with the nearest name.
    }
    problem(
        "unknown-timezone",
        name,
        "\"" + text + "\" is no time zone",
        Suggestion.nearest(text, ZoneId.getAvailableZoneIds())
            .map(near -> "did you mean \"" + near + "\"?")
            .orElse("use an IANA name such as Europe/Helsinki"));
    return ZoneOffset.UTC;
  }

  public List<Glob> globs(String name) {
    return Glob.of(texts(name));
  }

  public LabelSelector labels(String name) {
    Options inner = mapping(name);
    if (inner == null) {
      return LabelSelector.ALL;
    }
    List<Condition> conditions = new ArrayList<>();
    Options exact = inner.mapping("matchLabels");
    if (exact != null) {
      for (Object key : exact.values.keySet()) {
        String label = String.valueOf(key);
        String value = exact.text(label);
        if (value != null) {
          conditions.add(new Condition(label, Operator.IN, Set.of(value)));
        }
      }
    }
    for (Options expression : inner.mappings("matchExpressions")) {
      condition(expression).ifPresent(conditions::add);
    }
    inner.rejectUnknown();
    return new LabelSelector(conditions);
  }

  private static Optional<Condition> condition(Options options) {
    String key = options.required("key");
    String operator = options.choice("operator", List.of("In", "NotIn", "Exists", "DoesNotExist"));
    List<String> values = options.texts("values");
    options.rejectUnknown();
    return condition(key, operator, values, options.pathOf("values"), options.problems);
  }

  /** A condition as Kubernetes writes it. */
  public static Optional<Condition> condition(
      String key, String operator, List<String> values, String path, List<Problem> problems) {
    boolean comparing = operator.equals("In") || operator.equals("NotIn");
    if (comparing == values.isEmpty()) {
      problems.add(
          new Problem(
              "bad-selector",
              path,
              comparing ? operator + " needs values" : operator + " takes no values",
              comparing ? "list the values" : "remove values"));
      return Optional.empty();
    }
    return switch (operator) {
      case "In" -> Optional.of(new Condition(key, Operator.IN, Set.copyOf(values)));
      case "NotIn" -> Optional.of(new Condition(key, Operator.NOT_IN, Set.copyOf(values)));
      case "Exists" -> Optional.of(new Condition(key, Operator.EXISTS, Set.of()));
      case "DoesNotExist" -> Optional.of(new Condition(key, Operator.DOES_NOT_EXIST, Set.of()));
      default -> {
        problems.add(
            new Problem(
                "bad-selector",
                path,
                "\"" + operator + "\" is no operator",
                "use In, NotIn, Exists or DoesNotExist"));
        yield Optional.empty();
      }
    };
  }

  /** What every rule can be limited to. */
  public Scope scope() {
    return new Scope(
        globs("environments"), globs("deployments"), labels("resources"), globs("versions"));
  }

  /** RFC 3339 with a zone; anything else is a problem. */
  public static Optional<Long> parseTime(String text, String path, List<Problem> problems) {
    try {
      return Optional.of(
          Micros.of(
              java.time.format.DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from)));
    } catch (DateTimeException e) {
      problems.add(
          new Problem(
              "bad-time",
              path,
              "\"" + text + "\" is no time",
              "write it as 2026-03-01T10:00:00Z, with a zone"));
      return Optional.empty();
    }
  }

  private @Nullable Object value(String name) {
    known.add(name);
    return values.get(name);
  }

  private void missing(String name) {
    problem("missing-option", name, "\"" + name + "\" is missing", "add it");
  }

  private void wrongType(String name, String wanted, @Nullable Object found) {
    problem(
        "wrong-type",
        name,
        "expected " + wanted + ", found " + (found instanceof String ? "\"" + found + "\"" : found),
        "write " + wanted);
  }
}
