package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A checker for the part of JSON Schema that the AsyncAPI file uses. A keyword that it does not
 * know is an error when the file is read, so that nothing in the file is ever quietly ignored.
 */
final class JsonSchema {

  /** Keywords that explain and do not constrain. */
  private static final Set<String> ANNOTATIONS =
      Set.of("title", "description", "examples", "default");

  @FunctionalInterface
  private interface Rule {
    void check(JsonNode value, String path, List<Problem> problems);
  }

  private final List<Rule> rules = new ArrayList<>();

  private JsonSchema() {}

  /** Compiles schemas of one document; those that are referred to are compiled once. */
  static final class Compiler {
    private final Map<?, ?> document;
    private final Map<String, JsonSchema> byReference = new LinkedHashMap<>();

    Compiler(Map<?, ?> document) {
      this.document = document;
    }

    /** The schema at a reference such as {@code #/components/schemas/Id}. */
    JsonSchema at(String reference) {
      JsonSchema known = byReference.get(reference);
      if (known != null) {
        return known;
      }
      JsonSchema schema = new JsonSchema();
      byReference.put(reference, schema);
      fill(schema, References.resolve(document, reference), reference);
      return schema;
    }

    private JsonSchema inline(Object source, String where) {
      JsonSchema schema = new JsonSchema();
      fill(schema, source, where);
      return schema;
    }

    private void fill(JsonSchema schema, Object source, String where) {
      Map<?, ?> keywords = References.map(source, where);
      Object reference = keywords.get("$ref");
      if (reference != null) {
        for (Object keyword : keywords.keySet()) {
          if (!keyword.equals("$ref") && !ANNOTATIONS.contains(String.valueOf(keyword))) {
            throw new IllegalArgumentException(where + ": " + keyword + " beside $ref is ignored");
          }
        }
        schema.rules.add(at(String.valueOf(reference))::check);
        return;
      }
      keywords.forEach((keyword, value) -> {
        Rule rule = rule(String.valueOf(keyword), value, keywords, where + "/" + keyword);
        if (rule != null) {
          schema.rules.add(rule);
        }
      });
    }

    private @Nullable Rule rule(
        String keyword, @Nullable Object value, Map<?, ?> siblings, String where) {
      return switch (keyword) {
        case "type" -> typeRule(String.valueOf(value));
        case "const" -> allowedRule(List.of(References.string(value, where)));
        case "enum" -> allowedRule(References.strings(value, where));
        case "required" -> requiredRule(References.strings(value, where));
        case "properties" -> propertiesRule(References.map(value, where), where);
        case "additionalProperties" ->
            value instanceof Map<?, ?>
                ? openRule(inline(value, where), siblings, where)
                : closedRule(value, siblings, where);
        case "items" -> itemsRule(inline(References.map(value, where), where));
        case "maxItems" -> sizeRule(number(value, where).intValueExact(), JsonNode::isArray);
        case "maxProperties" -> sizeRule(number(value, where).intValueExact(), JsonNode::isObject);
        case "minLength" -> lengthRule(number(value, where).intValueExact(), Integer.MAX_VALUE);
        case "maxLength" -> lengthRule(0, number(value, where).intValueExact());
        case "minimum" -> rangeRule(number(value, where), true);
        case "maximum" -> rangeRule(number(value, where), false);
        case "pattern" -> patternRule(String.valueOf(value));
        case "format" -> formatRule(String.valueOf(value), where);
        case "allOf" -> allRule(inlineAll(value, where));
        case "anyOf" -> anyRule(inlineAll(value, where));
        default -> {
          if (!ANNOTATIONS.contains(keyword)) {
            throw new IllegalArgumentException(where + ": unknown keyword " + keyword);
          }
          yield null;
        }
      };
    }

    private List<JsonSchema> inlineAll(@Nullable Object value, String where) {
      if (!(value instanceof List<?> parts)) {
        throw new IllegalArgumentException(where + ": must be a list");
      }
      List<JsonSchema> schemas = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        schemas.add(inline(parts.get(i), where + "/" + i));
      }
      return List.copyOf(schemas);
    }

    private Rule propertiesRule(Map<?, ?> properties, String where) {
      Map<String, JsonSchema> schemas = new LinkedHashMap<>();
      properties.forEach(
          (name, schema) -> schemas.put(String.valueOf(name), inline(schema, where + "/" + name)));
      return (value, path, problems) ->
          schemas.forEach((name, schema) -> {
            JsonNode field = value.get(name);
            if (field != null) {
              schema.check(field, path.isEmpty() ? name : path + "." + name, problems);
            }
          });
    }

    private static Set<String> named(Map<?, ?> siblings, String where) {
      Set<String> known = new TreeSet<>();
      Object properties = siblings.get("properties");
      if (properties != null) {
        References.map(properties, where).keySet().forEach(name -> known.add(String.valueOf(name)));
      }
      return known;
    }

    private static Rule openRule(JsonSchema schema, Map<?, ?> siblings, String where) {
      Set<String> known = named(siblings, where);
      return (node, path, problems) ->
          node.properties().stream()
              .filter(field -> !known.contains(field.getKey()))
              .forEach(field ->
                  schema.check(
                      field.getValue(),
                      path.isEmpty()
                          ? shortened(field.getKey())
                          : path + "." + shortened(field.getKey()),
                      problems));
    }

    private static Rule closedRule(@Nullable Object value, Map<?, ?> siblings, String where) {
      if (!Boolean.FALSE.equals(value)) {
        throw new IllegalArgumentException(where + ": false or a schema is supported");
      }
      Set<String> known = named(siblings, where);
      return (node, path, problems) ->
          node.fieldNames()
              .forEachRemaining(name -> {
                if (!known.contains(name)) {
                  problems.add(unknownField(name, path, known));
                }
              });
    }
  }

  void check(JsonNode value, String path, List<Problem> problems) {
    for (Rule rule : rules) {
      rule.check(value, path, problems);
    }
  }

  private static Problem unknownField(String name, String path, Set<String> known) {
    String next =
        Suggestion.nearest(name, known)
            .map(near -> "did you mean \"" + near + "\"?")
            .orElse("known fields: " + String.join(", ", known));
    return new Problem(
        "unknown-field",
        path.isEmpty() ? shortened(name) : path + "." + shortened(name),
        "unknown field \"" + shortened(name) + "\"",
        next);
  }

  private static Rule typeRule(String type) {
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

  private static Rule typed(String type, java.util.function.Predicate<JsonNode> is) {
    return (value, path, problems) -> {
      if (!is.test(value)) {
        problems.add(
            new Problem(
                "wrong-type",
                path,
                "must be of type " + type + " and is " + kind(value),
                "write a value of type " + type));
      }
    };
  }

  private static Rule allowedRule(List<String> allowed) {
    return (value, path, problems) -> {
      if (!value.isTextual() || !allowed.contains(value.asText())) {
        problems.add(
            new Problem(
                "value-not-allowed",
                path,
                "the value " + shortened(value.toString()) + " is not allowed here",
                "use " + String.join(" or ", allowed)));
      }
    };
  }

  private static Rule requiredRule(List<String> names) {
    return (value, path, problems) -> {
      if (value.isObject()) {
        for (String name : names) {
          if (!value.has(name)) {
            problems.add(
                new Problem(
                    "missing-field",
                    path.isEmpty() ? name : path + "." + name,
                    "the field " + name + " is missing",
                    "add " + name));
          }
        }
      }
    };
  }

  private static Rule itemsRule(JsonSchema schema) {
    return (value, path, problems) -> {
      if (value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          schema.check(value.get(i), path + "[" + i + "]", problems);
        }
      }
    };
  }

  private static Rule sizeRule(int most, java.util.function.Predicate<JsonNode> is) {
    return (value, path, problems) -> {
      if (is.test(value) && value.size() > most) {
        problems.add(
            new Problem(
                "too-long",
                path,
                "has " + value.size() + " entries; at most " + most + " are allowed",
                "shorten it"));
      }
    };
  }

  private static Rule lengthRule(int shortest, int longest) {
    return (value, path, problems) -> {
      if (value.isTextual()) {
        int length = value.asText().codePointCount(0, value.asText().length());
        if (length < shortest) {
          problems.add(new Problem("too-short", path, "must not be empty", "write a value"));
        } else if (length > longest) {
          problems.add(
              new Problem(
                  "too-long",
                  path,
                  "has " + length + " characters; at most " + longest + " are allowed",
                  "shorten it"));
        }
      }
    };
  }

  private static Rule rangeRule(BigDecimal limit, boolean lower) {
    return (value, path, problems) -> {
      if (value.isNumber()) {
        int order = value.decimalValue().compareTo(limit);
        if (lower ? order < 0 : order > 0) {
          problems.add(
              new Problem(
                  "out-of-range",
                  path,
                  "must be at " + (lower ? "least " : "most ") + limit.toPlainString(),
                  "write a number in the range"));
        }
      }
    };
  }

  private static Rule patternRule(String expression) {
    Pattern pattern = Pattern.compile(expression);
    return (value, path, problems) -> {
      if (value.isTextual() && !pattern.matcher(value.asText()).find()) {
        problems.add(
            new Problem(
                "wrong-format",
                path,
                "the value " + shortened(value.toString()) + " does not match " + expression,
                "write a value that matches"));
      }
    };
  }

  private static Rule formatRule(String format, String where) {
    if (!format.equals("date-time")) {
      throw new IllegalArgumentException(where + ": unknown format " + format);
    }
    return (value, path, problems) -> {
      if (value.isTextual() && !isDateTime(value.asText())) {
        problems.add(
            new Problem(
                "wrong-format",
                path,
                "the value " + shortened(value.toString()) + " is no time",
                "write it like 2025-09-12T12:30:00Z"));
      }
    };
  }

  private static boolean isDateTime(String text) {
    return !text.startsWith("-") && Times.read(text).isPresent();
  }

  private static Rule allRule(List<JsonSchema> schemas) {
    return (value, path, problems) ->
        schemas.forEach(schema -> schema.check(value, path, problems));
  }

  private static Rule anyRule(List<JsonSchema> schemas) {
    return (value, path, problems) -> {
      List<Problem> all = new ArrayList<>();
      for (JsonSchema schema : schemas) {
        List<Problem> found = new ArrayList<>();
        schema.check(value, path, found);
        if (found.isEmpty()) {
          return;
        }
        all.addAll(found);
      }
      String reasons = String.join("; or ", all.stream().map(Problem::message).toList());
      problems.add(new Problem("no-alternative", path, reasons, "correct one of them"));
    };
  }

  private static BigDecimal number(@Nullable Object value, String where) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString());
    }
    throw new IllegalArgumentException(where + ": must be a number");
  }

  private static String kind(JsonNode value) {
    return value.isIntegralNumber()
        ? "integer"
        : value.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 79) + "…";
  }
}
