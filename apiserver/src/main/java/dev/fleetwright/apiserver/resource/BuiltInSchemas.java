package dev.fleetwright.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Merge;
import dev.fleetwright.apiserver.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the schema trees of the built-in kinds from four tables: the types with their fields, how
 * their lists merge, which fields must be given, and what they are when absent.
 */
final class BuiltInSchemas {
  private final Map<String, List<String>> types = new HashMap<>();
  private final Map<String, Merge> merges = new HashMap<>();
  private final Map<String, Set<String>> required = new HashMap<>();
  private final Map<String, JsonNode> defaults = new HashMap<>();
  private final Map<String, Schema> built = new HashMap<>();
  private final Set<String> underWay = new HashSet<>();

  private static final Schema OBJECT_META = new BuiltInSchemas().type("meta.v1.ObjectMeta");

  BuiltInSchemas() {
    for (List<String> row : TableFile.rows("types.tsv", 2)) {
      types.put(row.get(0), List.of(row.get(1).split(" ")));
    }
    for (List<String> row : TableFile.rows("merge-keys.tsv", 7)) {
      merges.put(row.get(0) + " " + row.get(1), merge(row));
    }
    for (List<String> row : TableFile.rows("required.tsv", 2)) {
      required.put(row.get(0), Set.of(row.get(1).split(",")));
    }
    for (List<String> row : TableFile.rows("defaults.tsv", 3)) {
      defaults.put(
          row.get(0) + " " + row.get(1),
          Json.parse(row.get(2).getBytes(StandardCharsets.UTF_8), true));
    }
  }

  private static Merge merge(List<String> row) {
    String strategy = row.get(4);
    return new Merge(
        switch (row.get(2)) {
          case "map" -> Merge.ListKind.MAP;
          case "set" -> Merge.ListKind.SET;
          default -> Merge.ListKind.ATOMIC;
        },
        row.get(3).isEmpty() ? List.of() : List.of(row.get(3).split(",")),
        row.get(6).equals("atomic"),
        strategy.contains("merge"),
        row.get(5).isEmpty() ? null : row.get(5),
        strategy.contains("retainKeys"));
  }

  /** The schema of a kind. */
  Schema schema(String group, String version, String kind) {
    return withObjectFields(type(typeName(group, version, kind)));
  }

  /** The name of a kind in the tables. */
  static String typeName(String group, String version, String kind) {
    String family = group.isEmpty() ? "core" : group.substring(0, firstDot(group));
    return family + "." + version + "." + kind;
  }

  /** The schema of one field of a type. */
  Schema field(String type, String name) {
    return type(type).field(name);
  }

  /** The fields that a type must have. */
  Set<String> required(String type) {
    return required.getOrDefault(type, Set.of());
  }

  private static int firstDot(String group) {
    int dot = group.indexOf('.');
    return dot < 0 ? group.length() : dot;
  }

  /** The metadata of every object. */
  static Schema objectMeta() {
    return OBJECT_META;
  }

  /** A kind's own schema with the fields that every object has. */
  static Schema withObjectFields(Schema own) {
    var properties = new LinkedHashMap<String, Schema>();
    properties.put("apiVersion", Schema.scalar(Schema.Type.STRING));
    properties.put("kind", Schema.scalar(Schema.Type.STRING));
    properties.put("metadata", OBJECT_META);
    own.properties()
        .forEach((name, schema) -> {
          if (!properties.containsKey(name)) {
            properties.put(name, schema);
          }
        });
    return own.withProperties(properties);
  }

  private Schema type(String name) {
    Schema known = built.get(name);
    if (known != null) {
      return known;
    }
    List<String> fields = types.get(name);
    if (fields == null) {
      throw new IllegalStateException("the type " + name + " is missing from types.tsv");
    }
    if (!underWay.add(name)) {
      return Schema.ANY; // a type that holds itself, such as a JSON schema
    }
    var properties = new LinkedHashMap<String, Schema>();
    for (String field : fields) {
      int colon = field.indexOf(':');
      if (colon > 0) {
        String fieldName = field.substring(0, colon);
        properties.put(fieldName, field(name, fieldName, field.substring(colon + 1)));
      }
    }
    underWay.remove(name);
    Schema schema = Schema.object(properties).withRequired(required.getOrDefault(name, Set.of()));
    if (name.endsWith("v1.LabelSelector")
        || name.endsWith("v1.ObjectFieldSelector")
        || name.endsWith("ObjectReference")
        || name.endsWith("KeySelector")
        || name.endsWith("ResourceFieldSelector")
        || name.endsWith("v1.NodeSelector")
        || name.endsWith("v1.RoleRef")) {
      schema =
          schema.withMerge(new Merge(Merge.ListKind.ATOMIC, List.of(), true, false, null, false));
    }
    built.put(name, schema);
    return schema;
  }

  private Schema field(String owner, String field, String notation) {
    Schema schema = value(notation);
    Merge merge = merges.get(owner + " " + field);
    if (merge != null) {
      schema = schema.withMerge(merge);
    }
    @Nullable JsonNode preset = defaults.get(owner + " " + field);
    return preset == null ? schema : schema.withDefault(preset);
  }

  private Schema value(String notation) {
    if (notation.startsWith("[]")) {
      return Schema.listOf(value(notation.substring(2)));
    }
    if (notation.startsWith("{}")) {
      return Schema.mapOf(value(notation.substring(2)));
    }
    return switch (notation) {
      case "string" -> Schema.scalar(Schema.Type.STRING);
      case "integer" -> Schema.scalar(Schema.Type.INTEGER);
      case "number" -> Schema.scalar(Schema.Type.NUMBER);
      case "boolean" -> Schema.scalar(Schema.Type.BOOLEAN);
      case "int-or-string" -> Schema.scalar(Schema.Type.INT_OR_STRING);
      case "any" -> Schema.ANY;
      default -> type(notation);
    };
  }
}
