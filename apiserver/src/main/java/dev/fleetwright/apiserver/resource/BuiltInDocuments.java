package dev.fleetwright.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Schema;
import dev.fleetwright.apiserver.schema.SchemaWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The built-in types as OpenAPI schemas that refer to each other, with a description where there is
 * one. Read when the first document is asked for.
 */
public final class BuiltInDocuments {
  private static final String REFERENCE = "#/components/schemas/";

  private record Descriptions(Map<String, String> texts) {
    static Descriptions read() {
      Map<String, String> texts = new HashMap<>();
      TableFile.rows("descriptions.tsv", 3)
          .forEach(row -> texts.put(row.get(0) + " " + row.get(1), row.get(2)));
      return new Descriptions(texts);
    }

    @Nullable String of(String type, String field) {
      String own = texts.get(type + " " + field);
      return own != null || field.isEmpty() ? own : texts.get("* " + field);
    }
  }

  private static final Map<String, List<String>> TYPES = new HashMap<>();
  private static final Descriptions DESCRIPTIONS = Descriptions.read();

  static {
    TableFile.rows("types.tsv", 2)
        .forEach(row -> TYPES.put(row.get(0), List.of(row.get(1).split(" "))));
  }

  private BuiltInDocuments() {}

  /** The name under which a kind stands among the schemas. */
  public static String name(ResourceType type) {
    return name(BuiltInSchemas.typeName(type.group(), type.version(), type.kind()));
  }

  private static String name(String type) {
    if (type.startsWith("meta.")) {
      return "io.k8s.apimachinery.pkg.apis." + type;
    }
    return type.startsWith("apiextensions.")
        ? "io.k8s.apiextensions-apiserver.pkg.apis." + type
        : "io.k8s.api." + type;
  }

  /** The name under which the metadata of every object stands. */
  public static String metadataName() {
    return name("meta.v1.ObjectMeta");
  }

  /** The schemas of these kinds, of metadata, and of all that they use. */
  public static SortedMap<String, ObjectNode> schemas(Collection<ResourceType> kinds) {
    SortedMap<String, ObjectNode> schemas = new TreeMap<>();
    var waiting = new ArrayDeque<String>();
    waiting.add("meta.v1.ObjectMeta");
    for (ResourceType kind : kinds) {
      if (!kind.custom()) {
        waiting.add(BuiltInSchemas.typeName(kind.group(), kind.version(), kind.kind()));
      }
    }
    var fields = new BuiltInSchemas();
    while (!waiting.isEmpty()) {
      String type = waiting.remove();
      if (!schemas.containsKey(name(type))) {
        schemas.put(name(type), schema(type, fields, waiting));
      }
    }
    return schemas;
  }

  private static ObjectNode schema(String type, BuiltInSchemas fields, Collection<String> waiting) {
    ObjectNode node = Json.object();
    String description = DESCRIPTIONS.of(type, "");
    if (description != null) {
      node.put("description", description);
    }
    node.put("type", "object");
    ObjectNode properties = node.putObject("properties");
    for (String entry : TYPES.getOrDefault(type, List.of())) {
      int colon = entry.indexOf(':');
      if (colon > 0) {
        String name = entry.substring(0, colon);
        properties.set(name, property(type, name, entry.substring(colon + 1), fields, waiting));
      }
    }
    var required = new ArrayList<>(fields.required(type));
    if (!required.isEmpty()) {
      required.sort(null);
      required.forEach(node.putArray("required")::add);
    }
    return node;
  }

  private static ObjectNode property(
      String type,
      String name,
      String notation,
      BuiltInSchemas fields,
      Collection<String> waiting) {
    ObjectNode node = value(notation, waiting);
    String description = DESCRIPTIONS.of(type, name);
    if (description != null) {
      node.put("description", description);
    }
    Schema own = fields.field(type, name);
    SchemaWriter.annotate(own, node);
    return node;
  }

  private static ObjectNode value(String notation, Collection<String> waiting) {
    ObjectNode node = Json.object();
    if (notation.startsWith("[]")) {
      node.put("type", "array").set("items", value(notation.substring(2), waiting));
      return node;
    }
    if (notation.startsWith("{}")) {
      node.put("type", "object").set("additionalProperties", value(notation.substring(2), waiting));
      return node;
    }
    switch (notation) {
      case "string", "integer", "number", "boolean" -> node.put("type", notation);
      case "int-or-string" -> node.put("x-kubernetes-int-or-string", true);
      case "any" -> node.put("x-kubernetes-preserve-unknown-fields", true);
      default -> {
        waiting.add(notation);
        node.putArray("allOf").addObject().put("$ref", REFERENCE + name(notation));
      }
    }
    return node;
  }
}
