package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks a value against a schema and says everything that is wrong with it. */
public final class Validator {
  /** A client learns of so many mistakes at once; a hostile body must not give a huge answer. */
  private static final int MAX_CAUSES = 100;

  private final List<Cause> causes = new ArrayList<>();

  private Validator() {}

  /**
   * All that is wrong with a value; empty if it fits.
   *
   * @param old what is stored: a part that did not change stays, even if the schema has become
   *     stricter since
   */
  public static List<Cause> check(
      Schema schema, JsonNode value, @Nullable JsonNode old, String path) {
    var validator = new Validator();
    validator.value(schema, value, old, ValuePath.of(path));
    return validator.causes;
  }

  private static boolean fits(Schema schema, JsonNode value) {
    return check(schema, value, null, "").isEmpty();
  }

  private void add(Cause cause) {
    if (causes.size() < MAX_CAUSES) {
      causes.add(cause);
    }
  }

  private void value(Schema schema, JsonNode value, @Nullable JsonNode old, ValuePath path) {
    if (old != null && Json.same(old, value)) {
      return;
    }
    if (value.isNull()) {
      if (!schema.nullable()) {
        add(
            new Cause(
                "FieldValueTypeInvalid",
                "Invalid value: \"null\": "
                    + path
                    + " in body must be of type "
                    + typeName(schema.type())
                    + ": \"null\"",
                path.toString()));
      }
      return;
    }
    if (!fits(schema.type(), value)) {
      add(
          new Cause(
              "FieldValueTypeInvalid",
              "Invalid value: \""
                  + typeOf(value)
                  + "\": "
                  + path
                  + " in body must be of type "
                  + typeName(schema.type())
                  + ": \""
                  + typeOf(value)
                  + "\"",
              path.toString()));
      return;
    }
    limits(schema, value, path);
    switch (value) {
      case ObjectNode object -> object(schema, object, old, path);
      case ArrayNode array -> array(schema, array, old, path);
      default -> {}
    }
  }

  private void object(Schema schema, ObjectNode object, @Nullable JsonNode old, ValuePath path) {
    for (String name : schema.required()) {
      if (!object.has(name)) {
        add(Cause.required(path.field(name).toString(), ""));
      }
    }
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      value(
          schema.field(field.getKey()),
          field.getValue(),
          old == null ? null : old.get(field.getKey()),
          path.field(field.getKey()));
    }
    if (schema.embedded()) {
      for (String name : List.of("apiVersion", "kind")) {
        if (Json.textOrEmpty(object, name).isEmpty()) {
          add(Cause.required(path.field(name).toString(), "must not be empty"));
        }
      }
    }
  }

  private void array(Schema schema, ArrayNode array, @Nullable JsonNode old, ValuePath path) {
    Map<JsonNode, JsonNode> before = ListItems.byKey(schema, old);
    for (int i = 0; i < array.size(); i++) {
      JsonNode item = array.get(i);
      value(schema.item(), item, before.get(ListItems.key(schema, item)), path.item(i));
    }
    switch (schema.merge().list()) {
      case ATOMIC -> {}
      case SET -> duplicates(array, path, List.of());
      case MAP -> duplicates(array, path, schema.mapKeys());
    }
  }

  private void duplicates(ArrayNode array, ValuePath path, List<String> keys) {
    Set<JsonNode> seen = new HashSet<>();
    for (int i = 0; i < array.size(); i++) {
      JsonNode item = array.get(i);
      JsonNode identity = keys.isEmpty() ? item : ListItems.key(keys, item);
      if (!seen.add(identity)) {
        add(
            new Cause(
                "FieldValueDuplicate",
                "Duplicate value: " + Json.text(identity),
                path.item(i).toString()));
      }
    }
  }

  private void limits(Schema schema, JsonNode value, ValuePath path) {
    Limits limits = schema.limits();
    if (!limits.allowed().isEmpty()
        && limits.allowed().stream().noneMatch(a -> Json.same(a, value))) {
      add(
          new Cause(
              "FieldValueNotSupported",
              "Unsupported value: "
                  + Json.text(value)
                  + ": supported values: "
                  + limits.allowed().stream().map(Json::text).collect(Collectors.joining(", ")),
              path.toString()));
    }
    if (value.isTextual()) {
      text(limits, value.textValue(), path);
    } else if (value.isNumber()) {
      number(limits, value, path);
    } else if (value instanceof ArrayNode array) {
      size(
          limits.minItems(),
          limits.maxItems(),
          array.size(),
          path,
          "items",
          () -> Json.text(value));
      if (limits.uniqueItems()) {
        duplicates(array, path, List.of());
      }
    } else if (value instanceof ObjectNode object) {
      size(
          limits.minProperties(),
          limits.maxProperties(),
          object.size(),
          path,
          "properties",
          () -> Json.text(value));
    }
    combined(limits, value, path);
  }

  private void text(Limits limits, String text, ValuePath path) {
    if (limits.minLength() != null || limits.maxLength() != null) {
      long length = text.codePointCount(0, text.length());
      size(limits.minLength(), limits.maxLength(), length, path, "chars long", () -> shown(text));
    }
    if (limits.pattern() != null && !SafePattern.find(limits.pattern(), text)) {
      add(
          Cause.invalid(
              path.toString(),
              shown(text),
              path + " in body should match '" + limits.pattern().pattern() + "'"));
    }
    String format = limits.format();
    if (format != null && !Formats.fits(format, text)) {
      String shown = shown(text);
      add(
          new Cause(
              "FieldValueTypeInvalid",
              "Invalid value: %s: %s in body must be of type %s: %s"
                  .formatted(shown, path, format, shown),
              path.toString()));
    }
  }

  private static String shown(String text) {
    return "\"" + (text.length() > 200 ? text.substring(0, 200) + "…" : text) + "\"";
  }

  private void number(Limits limits, JsonNode value, ValuePath path) {
    double number = value.doubleValue();
    Double minimum = limits.minimum();
    if (minimum != null && (limits.exclusiveMinimum() ? number <= minimum : number < minimum)) {
      add(
          Cause.invalid(
              path.toString(),
              Json.text(value),
              path
                  + " in body should be greater than "
                  + (limits.exclusiveMinimum() ? "" : "or equal to ")
                  + plain(minimum)));
    }
    Double maximum = limits.maximum();
    if (maximum != null && (limits.exclusiveMaximum() ? number >= maximum : number > maximum)) {
      add(
          Cause.invalid(
              path.toString(),
              Json.text(value),
              path
                  + " in body should be less than "
                  + (limits.exclusiveMaximum() ? "" : "or equal to ")
                  + plain(maximum)));
    }
    Double step = limits.multipleOf();
    if (step != null && step > 0) {
      double quotient = number / step;
      if (Math.abs(quotient - Math.rint(quotient)) > 1e-9) {
        add(
            Cause.invalid(
                path.toString(),
                Json.text(value),
                path + " in body should be a multiple of " + plain(step)));
      }
    }
    String format = limits.format();
    if ("int32".equals(format)
        && value.isIntegralNumber()
        && value.longValue() != (int) value.longValue()) {
      add(
          Cause.invalid(
              path.toString(), Json.text(value), path + " in body must be of type int32"));
    }
  }

  private void size(
      @Nullable Long minimum,
      @Nullable Long maximum,
      long size,
      ValuePath path,
      String unit,
      Supplier<String> shown) {
    if (minimum != null && size < minimum) {
      add(
          Cause.invalid(
              path.toString(),
              shown.get(),
              path + " in body should have at least " + minimum + " " + unit));
    }
    if (maximum != null && size > maximum) {
      boolean text = unit.equals("chars long");
      add(
          new Cause(
              text ? "FieldValueTooLong" : "FieldValueTooMany",
              text
                  ? "Too long: may not be more than " + maximum + " bytes"
                  : "Too many: %d: must have at most %d %s".formatted(size, maximum, unit),
              path.toString()));
    }
  }

  private void combined(Limits limits, JsonNode value, ValuePath path) {
    for (Schema part : limits.allOf()) {
      value(part, value, null, path);
    }
    if (!limits.anyOf().isEmpty() && limits.anyOf().stream().noneMatch(s -> fits(s, value))) {
      add(
          Cause.invalid(
              path.toString(),
              Json.text(value),
              path + " in body must validate at least one schema (anyOf)"));
    }
    if (!limits.oneOf().isEmpty()) {
      long fitting = limits.oneOf().stream().filter(s -> fits(s, value)).count();
      if (fitting != 1) {
        add(
            Cause.invalid(
                path.toString(),
                Json.text(value),
                path + " in body must validate one and only one schema (oneOf)"));
      }
    }
    Schema not = limits.not();
    if (not != null && fits(not, value)) {
      add(
          Cause.invalid(
              path.toString(),
              Json.text(value),
              path + " in body must not validate the schema (not)"));
    }
  }

  private static boolean fits(Schema.Type type, JsonNode value) {
    return switch (type) {
      case ANY -> true;
      case OBJECT -> value.isObject();
      case ARRAY -> value.isArray();
      case STRING -> value.isTextual();
      case BOOLEAN -> value.isBoolean();
      case NUMBER -> value.isNumber();
      case INTEGER -> isInteger(value);
      case INT_OR_STRING -> value.isTextual() || isInteger(value);
    };
  }

  private static boolean isInteger(JsonNode value) {
    return value.isIntegralNumber()
        || (value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue()));
  }

  private static String typeName(Schema.Type type) {
    return switch (type) {
      case ANY -> "any";
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> "number";
      case INTEGER -> "integer";
      case INT_OR_STRING -> "integer or string";
    };
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case NULL -> "null";
      case MISSING, BINARY, POJO -> "unknown";
    };
  }

  private static String plain(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  /** A field's path below another; an empty path is the object itself. */
  static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
