package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values as CEL rules see them: typed by their schema, with names that CEL can write. */
final class CelValues {
  private static final Set<String> RESERVED =
      Set.of(
          "true",
          "false",
          "null",
          "in",
          "as",
          "break",
          "const",
          "continue",
          "else",
          "for",
          "function",
          "if",
          "import",
          "let",
          "loop",
          "package",
          "namespace",
          "return",
          "var",
          "void",
          "while");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_.\\-/][A-Za-z0-9_.\\-/]*");
  private static final Pattern DURATION =
      Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|ms|s|m|h)");

  private CelValues() {}

  /**
   * @param isObject whether the value is a whole object, of whose metadata rules see the name only
   */
  static @Nullable Object of(Schema schema, JsonNode value, boolean isObject) {
    return switch (value) {
      case ObjectNode object -> map(schema, object, isObject || schema.embedded());
      case ArrayNode array -> {
        List<@Nullable Object> list = new ArrayList<>(array.size());
        array.forEach(item -> list.add(of(schema.item(), item, false)));
        yield list;
      }
      default -> scalar(schema, value);
    };
  }

  private static Map<String, @Nullable Object> map(
      Schema schema, ObjectNode object, boolean isObject) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String name = field.getKey();
      if (isObject && name.equals("metadata")) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        for (String known : List.of("name", "generateName")) {
          JsonNode text = field.getValue().get(known);
          if (text != null) {
            metadata.put(known, text.asText());
          }
        }
        map.put(name, metadata);
      } else if (schema.properties().containsKey(name)) {
        String escaped = escaped(name);
        if (escaped != null) {
          map.put(escaped, of(schema.field(name), field.getValue(), false));
        }
      } else {
        map.put(name, of(schema.field(name), field.getValue(), false));
      }
    }
    return map;
  }

  private static @Nullable Object scalar(Schema schema, JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    if (value.isNumber()) {
      boolean whole = value.isIntegralNumber() && schema.type() != Schema.Type.NUMBER;
      if (whole || schema.type() == Schema.Type.INTEGER) {
        return value.canConvertToLong() ? (Object) value.longValue() : value.doubleValue();
      }
      return value.doubleValue();
    }
    String text = value.asText();
    String format = schema.limits().format();
    if (format == null || schema.type() != Schema.Type.STRING) {
      return text;
    }
    try {
      return switch (format) {
        case "date-time" -> OffsetDateTime.parse(text).toInstant();
        case "date" -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        case "duration" -> duration(text);
        case "byte" -> Base64.getDecoder().decode(text);
        default -> text;
      };
    } catch (DateTimeException | IllegalArgumentException e) {
      return text; // the schema has refused it already
    }
  }

  /** A Go duration such as {@code 1h30m}. */
  private static Duration duration(String text) {
    String rest = text.startsWith("-") ? text.substring(1) : text;
    Matcher matcher = DURATION.matcher(rest);
    double nanos = 0;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      end = matcher.end();
      nanos +=
          Double.parseDouble(matcher.group(1))
              * switch (matcher.group(2)) {
                case "ns" -> 1;
                case "us", "µs" -> 1e3;
                case "ms" -> 1e6;
                case "s" -> 1e9;
                case "m" -> 60e9;
                default -> 3600e9;
              };
    }
    if (end != rest.length()) {
      throw new IllegalArgumentException("no duration: " + text);
    }
    Duration found = Duration.ofNanos((long) nanos);
    return text.startsWith("-") ? found.negated() : found;
  }

  /** A field's name as an expression writes it; null when it has no such form. */
  static @Nullable String escaped(String name) {
    if (!NAME.matcher(name).matches()) {
      return null;
    }
    if (RESERVED.contains(name)) {
      return "__" + name + "__";
    }
    return name.replace("__", "__underscores__")
        .replace(".", "__dot__")
        .replace("-", "__dash__")
        .replace("/", "__slash__");
  }

  /** The type as a complaint about a value of it says. */
  static String typeName(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case NULL, MISSING, BINARY, POJO -> "null";
    };
  }
}
