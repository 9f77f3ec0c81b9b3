package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.catalog.Resources;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of Kubernetes objects with their types, from the API's own description. What a server
 * would refuse as unknown, mistyped or missing is found here, without one.
 */
final class KubernetesFields {

  private static final Pattern QUANTITY =
      Pattern.compile(
          "[+-]?(?:[0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(?:[KMGTPE]i|[numkMGTPE]|[eE][-+]?[0-9]++)?+");
  private static final int DEEPEST = 60;

  private record Field(boolean required, String code) {}

  /** By kind: apiVersion and type. */
  private record Kind(String apiVersion, String type) {}

  private static final class Loaded {
    static final KubernetesFields FIELDS =
        new KubernetesFields(Resources.text("kubernetes-fields.txt"));
  }

  private final Map<String, List<Kind>> kinds = new TreeMap<>();
  private final Map<String, Map<String, Field>> types = new HashMap<>();

  private KubernetesFields(String text) {
    Map<String, Field> current = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int space = line.indexOf(' ');
      if (line.startsWith("=")) {
        String[] parts = line.substring(1).split(" ", -1);
        kinds.computeIfAbsent(parts[1], _ -> new ArrayList<>()).add(new Kind(parts[0], parts[2]));
      } else if (line.startsWith("@")) {
        current = new LinkedHashMap<>();
        types.put(line.substring(1), current);
      } else if (space > 0) {
        String name = line.substring(0, space);
        boolean required = name.endsWith("!");
        current.put(
            required ? name.substring(0, name.length() - 1) : name,
            new Field(required, line.substring(space + 1)));
      }
    }
  }

  static KubernetesFields instance() {
    return Loaded.FIELDS;
  }

  /** What is wrong with an object; nothing is known of kinds that are not built in. */
  List<Problem> check(Map<String, @Nullable Object> object) {
    List<Problem> problems = new ArrayList<>();
    String kind = Fields.text(object, "kind", "");
    String apiVersion = Fields.text(object, "apiVersion", "");
    List<Kind> known = kinds.get(kind);
    if (known == null) {
      return problems;
    }
    Kind match =
        known.stream().filter(k -> k.apiVersion.equals(apiVersion)).findFirst().orElse(null);
    if (match != null) {
      type(match.type, object, Paths.ROOT, problems, 0);
    } else if (known.stream().anyMatch(k -> group(k.apiVersion).equals(group(apiVersion)))) {
      problems.add(
          new Problem(
              "unknown-api-version",
              "apiVersion",
              "no " + kind + " has the apiVersion " + apiVersion,
              "write " + known.getFirst().apiVersion));
    }
    return problems;
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  private void type(String type, Map<?, ?> value, Paths path, List<Problem> problems, int depth) {
    Map<String, Field> fields = types.getOrDefault(type, Map.of());
    value.forEach((rawKey, inner) -> {
      String key = String.valueOf(rawKey);
      Field field = fields.get(key);
      if (field == null) {
        problems.add(
            new Problem(
                "unknown-field",
                path.child(key).toString(),
                "Kubernetes knows no field \"" + key + "\" here",
                Suggestion.nearest(key, fields.keySet())
                    .map(nearest -> "did you mean \"" + nearest + "\"?")
                    .orElse("remove it")));
      } else if (inner != null) {
        value(field.code, inner, path.child(key), problems, depth + 1);
      }
    });
    fields.forEach((key, field) -> {
      if (field.required && value.get(key) == null) {
        problems.add(
            new Problem(
                "missing-field",
                path.child(key).toString(),
                "Kubernetes requires the field \"" + key + "\"",
                "add it"));
      }
    });
  }

  private void value(String code, Object value, Paths path, List<Problem> problems, int depth) {
    if (depth > DEEPEST) {
      return;
    }
    switch (code.charAt(0)) {
      case '*' -> {}
      case '[' -> {
        if (value instanceof List<?> list) {
          for (int i = 0; i < list.size(); i++) {
            Object item = list.get(i);
            if (item != null) {
              value(code.substring(1), item, path.child(i), problems, depth + 1);
            } else {
              wrong("a value", "null", path.child(i), problems);
            }
          }
        } else {
          wrong("a list", value, path, problems);
        }
      }
      case '{' -> {
        if (value instanceof Map<?, ?> map) {
          map.forEach((key, item) -> {
            if (item != null) {
              value(code.substring(1), item, path.child("" + key), problems, depth + 1);
            }
          });
        } else {
          wrong("a mapping", value, path, problems);
        }
      }
      case 's' -> {
        if (!(value instanceof String text)) {
          wrong("a string", value, path, problems);
        } else if (code.length() > 1 && !choices(code).contains(text)) {
          wrong("one of " + String.join(", ", choices(code)), value, path, problems);
        }
      }
      case 'i' -> expect(isInteger(value), "an integer", value, path, problems);
      case 'n' -> expect(value instanceof Number, "a number", value, path, problems);
      case 'b' -> expect(value instanceof Boolean, "a boolean", value, path, problems);
      case 'q' ->
          expect(
              value instanceof String || isInteger(value),
              "an integer or a string",
              value,
              path,
              problems);
      case 'u' ->
          expect(
              value instanceof Number
                  || (value instanceof String text && QUANTITY.matcher(text).matches()),
              "a quantity",
              value,
              path,
              problems);
      default -> {
        if (value instanceof Map<?, ?> map) {
          type(code, map, path, problems, depth + 1);
        } else {
          wrong("a mapping", value, path, problems);
        }
      }
    }
  }

  private static List<String> choices(String code) {
    return List.of(code.substring(2, code.length() - 1).split("\\|", -1));
  }

  private static boolean isInteger(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || (value instanceof Double number && number == Math.rint(number));
  }

  private static void expect(
      boolean holds, String wanted, Object value, Paths path, List<Problem> problems) {
    if (!holds) {
      wrong(wanted, value, path, problems);
    }
  }

  private static void wrong(String wanted, Object value, Paths path, List<Problem> problems) {
    String shown = Json.compact(value);
    problems.add(
        new Problem(
            "wrong-type",
            path.toString(),
            "Kubernetes expects "
                + wanted
                + ", not "
                + (shown.length() > 60 ? shown.substring(0, 60) + "…" : shown),
            "write " + wanted));
  }
}
