package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Reviews;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.Catalog;
import dev.fleetwright.apiserver.resource.ResourceType;
import java.util.List;
import java.util.Locale;

/** Tells clients which groups, versions and kinds there are. */
final class Discovery {
  private static final List<String> VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
  private static final List<String> PART_VERBS = List.of("get", "patch", "update");

  private Discovery() {}

  static ObjectNode coreVersions(String address) {
    ObjectNode versions = Json.object().put("kind", "APIVersions");
    versions.putArray("versions").add("v1");
    versions
        .putArray("serverAddressByClientCIDRs")
        .addObject()
        .put("clientCIDR", "0.0.0.0/0")
        .put("serverAddress", address);
    return versions;
  }

  static ObjectNode groups(Catalog catalog) {
    ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
    ArrayNode groups = list.putArray("groups");
    for (String group : catalog.groups()) {
      groups.add(describe(group, catalog.versions(group)));
    }
    Reviews.KINDS.stream()
        .map(Reviews.Kind::group)
        .distinct()
        .forEach(group -> groups.add(describe(group, reviewVersions(group))));
    return list;
  }

  static ObjectNode group(Catalog catalog, String group) {
    List<String> versions =
        catalog.versions(group).isEmpty() ? reviewVersions(group) : catalog.versions(group);
    if (versions.isEmpty()) {
      throw Failure.noSuchPath();
    }
    ObjectNode node = Json.object().put("kind", "APIGroup").put("apiVersion", "v1");
    node.setAll(describe(group, versions));
    return node;
  }

  private static List<String> reviewVersions(String group) {
    return Reviews.KINDS.stream()
        .filter(kind -> kind.group().equals(group))
        .map(Reviews.Kind::version)
        .distinct()
        .toList();
  }

  private static ObjectNode reviews(String group, String version) {
    ObjectNode list = Json.object().put("kind", "APIResourceList").put("apiVersion", "v1");
    list.put("groupVersion", group + "/" + version);
    ArrayNode resources = list.putArray("resources");
    for (Reviews.Kind kind : Reviews.KINDS) {
      if (kind.group().equals(group) && kind.version().equals(version)) {
        ObjectNode entry = resources.addObject();
        entry.put("name", kind.plural()).put("singularName", kind.kind().toLowerCase(Locale.ROOT));
        entry.put("namespaced", kind.namespaced()).put("kind", kind.kind());
        strings(entry, "verbs", List.of("create"));
      }
    }
    if (resources.isEmpty()) {
      throw Failure.noSuchPath();
    }
    return list;
  }

  private static ObjectNode describe(String group, List<String> versions) {
    ObjectNode node = Json.object().put("name", group);
    ArrayNode list = node.putArray("versions");
    versions.forEach(version -> list.add(version(group, version)));
    node.set("preferredVersion", version(group, versions.getFirst()));
    return node;
  }

  private static ObjectNode version(String group, String version) {
    return Json.object().put("groupVersion", group + "/" + version).put("version", version);
  }

  static ObjectNode resources(Catalog catalog, String group, String version) {
    List<ResourceType> types = catalog.types(group, version);
    if (types.isEmpty()) {
      return reviews(group, version);
    }
    ObjectNode list = Json.object().put("kind", "APIResourceList").put("apiVersion", "v1");
    list.put("groupVersion", types.getFirst().apiVersion());
    ArrayNode resources = list.putArray("resources");
    for (ResourceType type : types) {
      ObjectNode entry = resources.addObject();
      entry.put("name", type.plural()).put("singularName", type.singular());
      entry.put("namespaced", type.namespaced()).put("kind", type.kind());
      strings(entry, "verbs", VERBS);
      strings(entry, "shortNames", type.shortNames());
      strings(entry, "categories", type.categories());
      if (type.status()) {
        part(resources, type, "status", type.kind());
      }
      if (type.group().isEmpty() && type.plural().equals("serviceaccounts")) {
        ObjectNode tokens = part(resources, type, "token", "TokenRequest");
        tokens.put("group", "authentication.k8s.io").put("version", "v1");
        strings(tokens, "verbs", List.of("create"));
      }
      if (type.scale() != null) {
        part(resources, type, "scale", "Scale").put("group", "autoscaling").put("version", "v1");
      }
    }
    return list;
  }

  private static ObjectNode part(ArrayNode resources, ResourceType type, String part, String kind) {
    ObjectNode entry = resources.addObject();
    entry.put("name", type.plural() + "/" + part).put("singularName", "");
    entry.put("namespaced", type.namespaced()).put("kind", kind);
    strings(entry, "verbs", PART_VERBS);
    return entry;
  }

  private static void strings(ObjectNode node, String name, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode list = node.putArray(name);
      values.forEach(list::add);
    }
  }
}
