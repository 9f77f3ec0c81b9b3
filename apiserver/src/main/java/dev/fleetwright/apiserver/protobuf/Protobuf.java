package dev.fleetwright.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the protobuf form of a built-in kind into the tree that its JSON would give. A body begins
 * with four fixed bytes; an envelope follows that names the kind and holds the object.
 */
public final class Protobuf {
  /** The media type of such bodies. */
  public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final int MAX_DEPTH = 100;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Protobuf() {}

  /** The object in a body. */
  public static ObjectNode object(byte[] body) {
    if (body.length < MAGIC.length
        || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw Wire.broken("it does not begin with the four bytes of Kubernetes");
    }
    Wire envelope = Wire.of(body, MAGIC.length);
    String apiVersion = "";
    String kind = "";
    byte[] raw = {};
    while (envelope.hasMore()) {
      switch (envelope.field()) {
        case 1 -> {
          envelope.expect(Wire.BYTES, "typeMeta");
          Wire type = envelope.part();
          while (type.hasMore()) {
            switch (type.field()) {
              case 1 -> apiVersion = text(type, "apiVersion");
              case 2 -> kind = text(type, "kind");
              default -> type.skip();
            }
          }
        }
        case 2 -> {
          envelope.expect(Wire.BYTES, "raw");
          raw = envelope.byteArray();
        }
        default -> envelope.skip();
      }
    }
    String type = typeName(apiVersion, kind);
    if (Fields.of(type) == null) {
      throw Failure.unsupportedMediaType(
          "there is no protobuf for \"" + kind + "\" of \"" + apiVersion + "\"; send JSON");
    }
    ObjectNode object = Json.object().put("apiVersion", apiVersion).put("kind", kind);
    message(Wire.of(raw, 0), type, object, 0);
    return object;
  }

  private static String text(Wire wire, String field) {
    wire.expect(Wire.BYTES, field);
    return wire.string();
  }

  private static String typeName(String apiVersion, String kind) {
    if (kind.equals("DeleteOptions")) {
      return "meta.v1.DeleteOptions"; // every group has it in its own name
    }
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "core" : apiVersion.substring(0, slash).replaceAll("\\..*", "");
    return group + "." + apiVersion.substring(slash + 1) + "." + kind;
  }

  private static void message(Wire wire, String type, ObjectNode into, int depth) {
    if (depth > MAX_DEPTH) {
      throw Wire.broken("it is nested too deeply");
    }
    Map<Integer, Fields.Field> fields = Fields.of(type);
    if (fields == null) {
      throw new IllegalStateException("the type " + type + " is missing from fields.tsv");
    }
    while (wire.hasMore()) {
      Fields.Field field = fields.get(wire.field());
      if (field == null) {
        wire.skip(); // a newer client may know more than we do
      } else if (field.isInline()) {
        wire.expect(Wire.BYTES, type);
        message(wire.part(), field.type(), into, depth + 1);
      } else {
        add(wire, field, into, depth);
      }
    }
  }

  private static void add(Wire wire, Fields.Field field, ObjectNode into, int depth) {
    switch (field.many()) {
      case ONE -> {
        JsonNode value = value(wire, field, depth);
        if (value != null && !(field.omitEmpty() && isZero(value))) {
          into.set(field.name(), value);
        }
      }
      case LIST -> {
        ArrayNode list =
            into.get(field.name()) instanceof ArrayNode known ? known : into.putArray(field.name());
        if (field.type().equals("integer") && wire.wireType() == Wire.BYTES) {
          Wire packed = wire.part();
          while (packed.hasMore()) {
            list.add(integer(packed.varint()));
          }
        } else {
          JsonNode value = value(wire, field, depth);
          list.add(value == null ? NODES.nullNode() : value);
        }
      }
      case MAP -> {
        ObjectNode map =
            into.get(field.name()) instanceof ObjectNode known
                ? known
                : into.putObject(field.name());
        wire.expect(Wire.BYTES, field.name());
        entry(wire.part(), field, map, depth);
      }
    }
  }

  private static void entry(Wire entry, Fields.Field field, ObjectNode map, int depth) {
    String key = "";
    JsonNode value = null;
    while (entry.hasMore()) {
      switch (entry.field()) {
        case 1 -> key = text(entry, field.name());
        case 2 -> value = value(entry, field, depth);
        default -> entry.skip();
      }
    }
    map.set(key, value == null ? NODES.textNode("") : value);
  }

  /** One value, or null for one that stands for nothing. */
  private static @Nullable JsonNode value(Wire wire, Fields.Field field, int depth) {
    switch (field.type()) {
      case "integer", "boolean" -> {
        wire.expect(Wire.VARINT, field.name());
        long value = wire.varint();
        return field.type().equals("boolean") ? NODES.booleanNode(value != 0) : integer(value);
      }
      case "number" -> {
        wire.expect(Wire.FIXED64, field.name());
        double value = wire.fixed64();
        if (!Double.isFinite(value)) {
          throw Wire.broken("the field " + field.name() + " is not finite");
        }
        return NODES.numberNode(value);
      }
      default -> wire.expect(Wire.BYTES, field.name());
    }
    return switch (field.type()) {
      case "string" -> NODES.textNode(wire.string());
      case "bytes" -> NODES.textNode(Base64.getEncoder().encodeToString(wire.byteArray()));
      case "time", "microtime", "quantity", "int-or-string", "raw", "strings" ->
          SpecialTypes.read(field.type(), wire.part());
      case "schema-or-array", "schema-or-bool", "schema-or-strings" ->
          schemaOr(field.type(), wire.part(), depth + 1);
      default -> {
        ObjectNode object = Json.object();
        message(wire.part(), field.type(), object, depth + 1);
        yield object;
      }
    };
  }

  /** A schema, or what may stand in its place: several, names, or just whether all is allowed. */
  private static JsonNode schemaOr(String type, Wire wire, int depth) {
    boolean orBool = type.equals("schema-or-bool");
    ObjectNode schema = null;
    ArrayNode several = NODES.arrayNode();
    boolean allowed = false;
    while (wire.hasMore()) {
      int number = wire.field();
      if (orBool && number == 1) {
        wire.expect(Wire.VARINT, "allows");
        allowed = wire.varint() != 0;
      } else if (number == 2 && type.equals("schema-or-strings")) {
        several.add(text(wire, "property"));
      } else if (number <= 2) {
        wire.expect(Wire.BYTES, "schema");
        ObjectNode one = Json.object();
        message(wire.part(), "apiextensions.v1.JSONSchemaProps", one, depth);
        if (orBool || number == 1) {
          schema = one;
        } else {
          several.add(one);
        }
      } else {
        wire.skip();
      }
    }
    return schema != null ? schema : orBool ? NODES.booleanNode(allowed) : several;
  }

  static JsonNode integer(long value) {
    return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
  }

  private static boolean isZero(JsonNode value) {
    return (value.isTextual() && value.textValue().isEmpty())
        || (value.isNumber() && value.doubleValue() == 0)
        || (value.isBoolean() && !value.booleanValue());
  }
}
