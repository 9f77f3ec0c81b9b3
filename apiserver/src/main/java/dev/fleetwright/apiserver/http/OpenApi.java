package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.Catalog;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.schema.SchemaWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The OpenAPI v3 documents of a logical cluster, one for each group and version. */
final class OpenApi {
  private static final List<String> WRITE_PARAMETERS =
      List.of("dryRun", "fieldManager", "fieldValidation");

  private OpenApi() {}

  /** Where the documents are. */
  static ObjectNode index(Catalog catalog, String prefix) {
    ObjectNode index = Json.object();
    ObjectNode paths = index.putObject("paths");
    catalog.types().stream()
        .map(OpenApi::root)
        .distinct()
        .forEach(root -> {
          byte[] document = Json.bytes(document(catalog, root));
          paths
              .putObject(root)
              .put("serverRelativeURL", prefix + "/openapi/v3/" + root + "?hash=" + hash(document));
        });
    return index;
  }

  private static String root(ResourceType type) {
    return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
  }

  static String hash(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(document);
      return HexFormat.of().withUpperCase().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The document of one group and version, such as {@code apis/apps/v1}. */
  static ObjectNode document(Catalog catalog, String root) {
    List<ResourceType> types =
        catalog.types().stream().filter(type -> root(type).equals(root)).toList();
    if (types.isEmpty()) {
      throw Failure.noSuchPath();
    }
    ObjectNode document = Json.object().put("openapi", "3.0.0");
    document.putObject("info").put("title", "Fleetwright").put("version", "v1.32.0");
    ObjectNode paths = document.putObject("paths");
    ObjectNode schemas = document.putObject("components").putObject("schemas");
    for (ResourceType type : types) {
      String name = schemaName(type);
      schemas.set(name, schema(type));
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
      String family = type.group().isEmpty() ? "core" : type.group().replaceAll("\\..*", "");
      return "io.k8s.api." + family + "." + type.version() + "." + type.kind();
    }
    var parts = type.group().split("\\.", -1);
    var name = new StringBuilder();
    for (int i = parts.length - 1; i >= 0; i--) {
      name.append(parts[i]).append('.');
    }
    return name.append(type.version()).append('.').append(type.kind()).toString();
  }

  private static ObjectNode schema(ResourceType type) {
    ObjectNode schema;
    if (type.openApi() instanceof ObjectNode given) {
      schema = given.deepCopy();
      ObjectNode properties = schema.withObject("/properties");
      SchemaWriter.write(type.schema())
          .path("properties")
          .properties()
          .forEach(field -> {
            if (List.of("apiVersion", "kind", "metadata").contains(field.getKey())) {
              properties.set(field.getKey(), field.getValue());
            }
          });
    } else {
      schema = SchemaWriter.write(type.schema());
    }
    gvk(schema.putArray("x-kubernetes-group-version-kind").addObject(), type);
    return schema;
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
