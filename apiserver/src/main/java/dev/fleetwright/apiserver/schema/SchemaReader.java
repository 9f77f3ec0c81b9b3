package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code openAPIV3Schema} of a custom resource definition and collects what is wrong with
 * it.
 */
public final class SchemaReader {
  private final List<Cause> causes;
  private final Schema metadata;

  /**
   * A reader that adds its complaints to this list.
   *
   * @param metadata the schema of the metadata of objects that stand in others
   */
  public SchemaReader(List<Cause> causes, Schema metadata) {
    this.causes = causes;
    this.metadata = metadata;
  }

  /** The schema; complete only if no cause was added. */
  public Schema read(JsonNode node, String path) {
    return read(node, path, true);
  }

  /**
   * @param structural false inside allOf, anyOf, oneOf and not, where types may be left out
   */
  private Schema read(JsonNode node, String path, boolean structural) {
    if (!(node instanceof ObjectNode object)) {
      causes.add(Cause.invalid(path, Json.text(node), "must be an object"));
      return Schema.ANY;
    }
    boolean preserve = flag(object, "x-kubernetes-preserve-unknown-fields");
    Schema.Type type = type(object, path, structural, preserve);
    Map<String, Schema> properties = new LinkedHashMap<>();
    if (object.get("properties") instanceof ObjectNode fields) {
      for (Map.Entry<String, JsonNode> field : fields.properties()) {
        properties.put(
            field.getKey(),
            read(field.getValue(), path + ".properties[" + field.getKey() + "]", structural));
      }
    }
    if (flag(object, "x-kubernetes-embedded-resource")) {
      properties.put("apiVersion", Schema.scalar(Schema.Type.STRING));
      properties.put("kind", Schema.scalar(Schema.Type.STRING));
      properties.put("metadata", metadata);
    }
    JsonNode extra = object.get("additionalProperties");
    Schema additional = null;
    if (extra instanceof ObjectNode) {
      additional = read(extra, path + ".additionalProperties", structural);
    } else if (extra != null && extra.isBoolean() && extra.booleanValue()) {
      additional = Schema.ANY;
    }
    if (additional != null && !properties.isEmpty() && structural) {
      causes.add(
          Cause.forbidden(
              path + ".additionalProperties",
              "properties and additionalProperties exclude each other"));
    }
    JsonNode itemNode = object.get("items");
    Schema items = itemNode == null ? null : read(itemNode, path + ".items", structural);
    if (type == Schema.Type.ARRAY && items == null && structural) {
      causes.add(Cause.required(path + ".items", "must be specified for arrays"));
    }
    var schema =
        new Schema(
            type,
            flag(object, "nullable") || type == Schema.Type.ANY,
            properties.isEmpty() ? Map.of() : properties,
            additional,
            items,
            strings(object.get("required")),
            preserve || type == Schema.Type.ANY,
            flag(object, "x-kubernetes-embedded-resource"),
            object.get("default"),
            merge(object, path, items),
            limits(object, path),
            structural
                ? Rules.of(
                    CelRule.read(object, path, causes), properties.values(), additional, items)
                : Rules.NONE);
    JsonNode preset = schema.defaultValue();
    if (preset != null && structural) {
      causes.addAll(Validator.check(schema, preset, null, path + ".default"));
    }
    return schema;
  }

  private Schema.Type type(ObjectNode object, String path, boolean structural, boolean preserve) {
    if (flag(object, "x-kubernetes-int-or-string")) {
      return Schema.Type.INT_OR_STRING;
    }
    String name = Json.textAt(object, "type");
    if (name == null) {
      if (structural && !preserve) {
        causes.add(Cause.required(path + ".type", "must not be empty for specified object fields"));
      }
      return Schema.Type.ANY;
    }
    return switch (name) {
      case "object" -> Schema.Type.OBJECT;
      case "array" -> Schema.Type.ARRAY;
      case "string" -> Schema.Type.STRING;
      case "integer" -> Schema.Type.INTEGER;
      case "number" -> Schema.Type.NUMBER;
      case "boolean" -> Schema.Type.BOOLEAN;
      default -> {
        causes.add(
            new Cause(
                "FieldValueNotSupported",
                "Unsupported value: \""
                    + name
                    + "\": supported values: \"array\", \"boolean\", \"integer\", \"number\","
                    + " \"object\", \"string\"",
                path + ".type"));
        yield Schema.Type.ANY;
      }
    };
  }

  private Merge merge(ObjectNode object, String path, @Nullable Schema items) {
    boolean atomicMap = "atomic".equals(Json.textAt(object, "x-kubernetes-map-type"));
    String listType = Json.textAt(object, "x-kubernetes-list-type");
    if (listType == null) {
      return atomicMap
          ? new Merge(Merge.ListKind.ATOMIC, List.of(), true, false, null, false)
          : Merge.PLAIN;
    }
    List<String> keys = List.copyOf(strings(object.get("x-kubernetes-list-map-keys")));
    Merge.ListKind kind =
        switch (listType) {
          case "map" -> Merge.ListKind.MAP;
          case "set" -> Merge.ListKind.SET;
          case "atomic" -> Merge.ListKind.ATOMIC;
          default -> {
            causes.add(
                Cause.invalid(
                    path + ".x-kubernetes-list-type",
                    "\"" + listType + "\"",
                    "must be one of atomic, set, map"));
            yield Merge.ListKind.ATOMIC;
          }
        };
    if (kind == Merge.ListKind.MAP) {
      if (keys.isEmpty()) {
        causes.add(
            Cause.required(
                path + ".x-kubernetes-list-map-keys", "must not be empty if list-type is map"));
      }
      for (String key : keys) {
        if (items != null && !items.properties().containsKey(key)) {
          causes.add(
              Cause.invalid(
                  path + ".x-kubernetes-list-map-keys",
                  "\"" + key + "\"",
                  "entries must all be names of item properties"));
        }
      }
    }
    return new Merge(kind, keys, atomicMap, false, null, false);
  }

  private Limits limits(ObjectNode object, String path) {
    List<JsonNode> allowed = new ArrayList<>();
    if (object.get("enum") != null) {
      object.get("enum").forEach(allowed::add);
    }
    JsonNode not = object.get("not");
    return new Limits(
        allowed,
        pattern(object, path),
        Json.textAt(object, "format"),
        number(object, "minimum"),
        flag(object, "exclusiveMinimum"),
        number(object, "maximum"),
        flag(object, "exclusiveMaximum"),
        number(object, "multipleOf"),
        count(object, "minLength"),
        count(object, "maxLength"),
        count(object, "minItems"),
        count(object, "maxItems"),
        flag(object, "uniqueItems"),
        count(object, "minProperties"),
        count(object, "maxProperties"),
        each(object, path, "allOf"),
        each(object, path, "anyOf"),
        each(object, path, "oneOf"),
        not == null ? null : read(not, path + ".not", false));
  }

  private List<Schema> each(ObjectNode object, String path, String name) {
    List<Schema> schemas = new ArrayList<>();
    JsonNode list = object.get(name);
    if (list != null) {
      for (int i = 0; i < list.size(); i++) {
        schemas.add(read(list.get(i), path + "." + name + "[" + i + "]", false));
      }
    }
    return List.copyOf(schemas);
  }

  private @Nullable Pattern pattern(ObjectNode object, String path) {
    String text = Json.textAt(object, "pattern");
    if (text == null) {
      return null;
    }
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      causes.add(
          Cause.invalid(
              path + ".pattern", "\"" + text + "\"", "must be a valid regular expression"));
      return null;
    }
  }

  private static @Nullable Double number(ObjectNode object, String name) {
    JsonNode value = object.get(name);
    return value != null && value.isNumber() ? Double.valueOf(value.doubleValue()) : null;
  }

  private static @Nullable Long count(ObjectNode object, String name) {
    JsonNode value = object.get(name);
    return value != null && value.isNumber() ? Long.valueOf(value.longValue()) : null;
  }

  private static boolean flag(ObjectNode object, String name) {
    JsonNode value = object.get(name);
    return value != null && value.asBoolean(false);
  }

  private static Set<String> strings(@Nullable JsonNode list) {
    Set<String> found = new LinkedHashSet<>();
    if (list != null) {
      list.forEach(item -> found.add(item.asText()));
    }
    return found;
  }
}
