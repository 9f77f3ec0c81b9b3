package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.BuiltInDocuments;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.schema.SchemaWriter;
import java.util.List;
import java.util.Map;

/** The OpenAPI v3 documents of a logical cluster, one for each group and version. */
final class OpenApi {
  private static final List<String> WRITE_PARAMETERS =
      List.of("dryRun", "fieldManager", "fieldValidation");

  private OpenApi() {}

  static String root(ResourceType type) {
    return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
  }

  /** The document of one group and version, such as {@code apis/apps/v1}. */
  static ObjectNode document(List<ResourceType> types, String root) {
    ObjectNode document = Json.object().put("openapi", "3.0.0");
    document.putObject("info").put("title", "Fleetwright").put("version", "v1.32.0");
    ObjectNode paths = document.putObject("paths");
    ObjectNode schemas = document.putObject("components").putObject("schemas");
    BuiltInDocuments.schemas(types).forEach(schemas::set);
    for (ResourceType type : types) {
      String name = schemaName(type);
      if (type.custom()) {
        schemas.set(name, custom(type));
      }
      gvk(
          schemas
              .withObject("/" + name.replace("~", "~0").replace("/", "~1"))
              .putArray("x-kubernetes-group-version-kind")
              .addObject(),
          type);
      String base = "/" + root + (type.namespaced() ? "/namespaces/{namespace}" : "");
      String collection = base + "/" + type.plural();
      ObjectNode many = paths.putObject(collection);
      operation(many, "get", type, "list", name, false);
      operation(many, "post", type, "post", name, true);
      ObjectNode one = paths.putObject(collection + "/{name}");
      operation(one, "get", type, "get", name, false);
      operation(one, "put", type, "put", name, true);
      operation(one, "patch", type, "patch", name, true);
      operation(one, "delete", type, "delete", name, false);
    }
    return document;
  }

  private static String schemaName(ResourceType type) {
    if (!type.custom()) {
      return BuiltInDocuments.name(type);
    }
    var parts = type.group().split("\\.", -1);
    var name = new StringBuilder();
    for (int i = parts.length - 1; i >= 0; i--) {
      name.append(parts[i]).append('.');
    }
    return name.append(type.version()).append('.').append(type.kind()).toString();
  }

  /** What the definition says, with the fields that every object has. */
  private static ObjectNode custom(ResourceType type) {
    ObjectNode schema =
        type.openApi() instanceof ObjectNode given
            ? given.deepCopy()
            : SchemaWriter.write(type.schema());
    ObjectNode properties = schema.withObject("/properties");
    common(properties, "apiVersion", "The group and version of this object's form");
    common(properties, "kind", "The kind of the object");
    properties
        .putObject("metadata")
        .put("description", "The object's name, labels and the like")
        .putArray("allOf")
        .addObject()
        .put("$ref", "#/components/schemas/" + BuiltInDocuments.metadataName());
    return schema;
  }

  private static void common(ObjectNode properties, String name, String description) {
    properties.putObject(name).put("type", "string").put("description", description);
  }

  private static void gvk(ObjectNode node, ResourceType type) {
    node.put("group", type.group()).put("version", type.version()).put("kind", type.kind());
  }

  private static void operation(
      ObjectNode path,
      String method,
      ResourceType type,
      String action,
      String schemaName,
      boolean write) {
    ObjectNode operation = path.putObject(method);
    operation.put("operationId", action + "_" + type.resource());
    ArrayNode parameters = operation.putArray("parameters");
    if (write) {
      WRITE_PARAMETERS.forEach(name -> parameter(parameters, name, "string"));
      if (method.equals("patch")) {
        parameter(parameters, "force", "boolean");
      }
    }
    operation
        .putObject("responses")
        .putObject("200")
        .put("description", "OK")
        .putObject("content")
        .putObject("application/json")
        .putObject("schema")
        .put("$ref", "#/components/schemas/" + schemaName);
    operation.put("x-kubernetes-action", action);
    gvk(operation.putObject("x-kubernetes-group-version-kind"), type);
  }

  private static void parameter(ArrayNode parameters, String name, String type) {
    parameters
        .addObject()
        .put("name", name)
        .put("in", "query")
        .setAll(Map.of("schema", Json.object().put("type", type).put("uniqueItems", true)));
  }
}
