package dev.fleetwright.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Schema;
import dev.fleetwright.apiserver.schema.SchemaReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a custom resource definition's spec means: its kinds, or what is wrong with it.
 *
 * @param types the served versions, the storage version first
 * @param causes empty for a valid definition
 */
public record CustomDefinition(
    List<ResourceType> types, String storageVersion, List<Cause> causes) {
  private static final int REMEMBERED = 1024;
  private static final Map<JsonNode, CustomDefinition> KNOWN =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<JsonNode, CustomDefinition> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * Reads a spec. Equal specs give the same object, so that a thousand logical clusters share one
   * schema tree.
   */
  public static CustomDefinition of(@Nullable JsonNode spec) {
    if (!(spec instanceof ObjectNode object)) {
      return new CustomDefinition(List.of(), "", List.of(Cause.required("spec", "")));
    }
    synchronized (KNOWN) {
      CustomDefinition known = KNOWN.get(object);
      if (known != null) {
        return known;
      }
    }
    ObjectNode copy = object.deepCopy();
    CustomDefinition read = read(copy);
    synchronized (KNOWN) {
      CustomDefinition other = KNOWN.putIfAbsent(copy, read);
      return other == null ? read : other;
    }
  }

  private static CustomDefinition read(ObjectNode spec) {
    var causes = new ArrayList<Cause>();
    String group = text(spec, "group", "spec.group", causes);
    JsonNode names = spec.path("names");
    String plural = text(names, "plural", "spec.names.plural", causes);
    String kind = text(names, "kind", "spec.names.kind", causes);
    checkName(NameRule.SUBDOMAIN, group, "spec.group", causes);
    checkName(NameRule.LABEL1035, plural, "spec.names.plural", causes);
    checkName(NameRule.LABEL1035, kind.toLowerCase(Locale.ROOT), "spec.names.kind", causes);
    String scope = Json.textOrEmpty(spec, "scope");
    if (!scope.equals("Namespaced") && !scope.equals("Cluster")) {
      causes.add(
          new Cause(
              "FieldValueNotSupported",
              "Unsupported value: \"" + scope + "\": supported values: \"Cluster\", \"Namespaced\"",
              "spec.scope"));
    }
    String singular = Json.textOrEmpty(names, "singular");
    String listKind = Json.textOrEmpty(names, "listKind");
    JsonNode versions = spec.path("versions");
    if (!versions.isArray() || versions.isEmpty()) {
      causes.add(Cause.required("spec.versions", "must have at least one version"));
    }
    var types = new ArrayList<ResourceType>();
    var storage = new ArrayList<String>();
    for (int i = 0; i < versions.size(); i++) {
      JsonNode version = versions.get(i);
      String at = "spec.versions[" + i + "]";
      String name = text(version, "name", at + ".name", causes);
      checkName(NameRule.LABEL1035, name, at + ".name", causes);
      boolean stored = version.path("storage").asBoolean(false);
      Schema schema = schema(version, at, causes);
      if (stored) {
        storage.add(name);
      }
      if (!version.path("served").asBoolean(false)) {
        continue;
      }
      ScalePaths scale = scale(version, at, causes);
      var type =
          new ResourceType(
              group,
              name,
              kind,
              listKind.isEmpty() ? kind + "List" : listKind,
              plural,
              singular.isEmpty() ? kind.toLowerCase(Locale.ROOT) : singular,
              strings(names.path("shortNames")),
              strings(names.path("categories")),
              scope.equals("Namespaced"),
              version.path("subresources").has("status"),
              scale,
              true,
              true,
              NameRule.SUBDOMAIN,
              schema,
              Json.at(version, "schema", "openAPIV3Schema"),
              columns(version, at, causes),
              selectable(version),
              deprecation(version, group, name, kind));
      if (stored) {
        types.addFirst(type);
      } else {
        types.add(type);
      }
    }
    if (versions.isArray() && !versions.isEmpty() && storage.size() != 1) {
      causes.add(
          Cause.invalid(
              "spec.versions",
              Integer.toString(storage.size()),
              "must have exactly one version marked as storage version"));
    }
    return new CustomDefinition(
        List.copyOf(types), storage.isEmpty() ? "" : storage.getFirst(), List.copyOf(causes));
  }

  private static Schema schema(JsonNode version, String at, List<Cause> causes) {
    String path = at + ".schema.openAPIV3Schema";
    JsonNode node = Json.at(version, "schema", "openAPIV3Schema");
    if (node == null) {
      causes.add(Cause.required(path, "schemas are required"));
      return Schema.ANY;
    }
    Schema schema = new SchemaReader(causes, BuiltInSchemas.objectMeta()).read(node, path);
    if (!"object".equals(Json.textAt(node, "type"))) {
      causes.add(Cause.invalid(path + ".type", "\"\"", "must be object at the root"));
    }
    if (!limitsNamesOnly(node.path("properties").path("metadata"))) {
      causes.add(
          Cause.forbidden(
              path + ".properties[metadata]",
              "must not specify anything other than name and generateName, but metadata is"
                  + " implicitly specified"));
    }
    return BuiltInSchemas.withObjectFields(schema);
  }

  /** The metadata is the same for all kinds; a definition may only say more about names. */
  private static boolean limitsNamesOnly(JsonNode metadata) {
    for (Map.Entry<String, JsonNode> entry : metadata.properties()) {
      boolean names =
          entry.getKey().equals("properties")
              && entry.getValue().properties().stream()
                  .allMatch(p -> p.getKey().equals("name") || p.getKey().equals("generateName"));
      if (!names && !entry.getKey().equals("type")) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable ScalePaths scale(JsonNode version, String at, List<Cause> causes) {
    JsonNode scale = version.path("subresources").path("scale");
    if (!scale.isObject()) {
      return null;
    }
    String path = at + ".subresources.scale";
    return new ScalePaths(
        text(scale, "specReplicasPath", path + ".specReplicasPath", causes),
        text(scale, "statusReplicasPath", path + ".statusReplicasPath", causes),
        Json.textAt(scale, "labelSelectorPath"));
  }

  private static List<String> selectable(JsonNode version) {
    var paths = new ArrayList<String>();
    for (JsonNode field : version.path("selectableFields")) {
      String path = Json.textOrEmpty(field, "jsonPath");
      paths.add(path.startsWith(".") ? path.substring(1) : path);
    }
    return List.copyOf(paths);
  }

  private static @Nullable String deprecation(
      JsonNode version, String group, String name, String kind) {
    if (!version.path("deprecated").asBoolean(false)) {
      return null;
    }
    String own = Json.textOrEmpty(version, "deprecationWarning");
    return own.isEmpty() ? group + "/" + name + " " + kind + " is deprecated" : own;
  }

  private static List<Column> columns(JsonNode version, String at, List<Cause> causes) {
    var columns = new ArrayList<Column>();
    JsonNode list = version.path("additionalPrinterColumns");
    for (int i = 0; i < list.size(); i++) {
      JsonNode column = list.get(i);
      String path = at + ".additionalPrinterColumns[" + i + "]";
      String jsonPath = text(column, "jsonPath", path + ".jsonPath", causes);
      columns.add(
          new Column(
              text(column, "name", path + ".name", causes),
              text(column, "type", path + ".type", causes),
              Json.textOrEmpty(column, "format"),
              Json.textOrEmpty(column, "description"),
              column.path("priority").asInt(0),
              "{" + jsonPath + "}"));
    }
    return List.copyOf(columns);
  }

  private static String text(JsonNode node, String field, String path, List<Cause> causes) {
    String text = Json.textOrEmpty(node, field);
    if (text.isEmpty()) {
      causes.add(Cause.required(path, ""));
    }
    return text;
  }

  private static void checkName(NameRule rule, String name, String path, List<Cause> causes) {
    String complaint = name.isEmpty() ? null : rule.complaint(name);
    if (complaint != null) {
      causes.add(Cause.invalid(path, "\"" + name + "\"", complaint));
    }
  }

  private static List<String> strings(JsonNode list) {
    var found = new ArrayList<String>();
    list.forEach(item -> found.add(item.asText()));
    return List.copyOf(found);
  }
}
