package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.List;

/** One rule of a Role or ClusterRole: rights only ever add up, nothing takes one away. */
record Rule(
    List<String> verbs,
    List<String> groups,
    List<String> resources,
    List<String> names,
    List<String> paths) {
  private static final String ALL = "*";

  /** Everything on every resource. */
  static final Rule EVERY_RESOURCE =
      new Rule(List.of(ALL), List.of(ALL), List.of(ALL), List.of(), List.of());

  /** Everything on every path. */
  static final Rule EVERY_PATH =
      new Rule(List.of(ALL), List.of(), List.of(), List.of(), List.of(ALL));

  static List<Rule> listOf(JsonNode rules) {
    var list = new ArrayList<Rule>();
    for (JsonNode rule : rules) {
      list.add(
          new Rule(
              strings(rule.path("verbs")),
              strings(rule.path("apiGroups")),
              strings(rule.path("resources")),
              strings(rule.path("resourceNames")),
              strings(rule.path("nonResourceURLs"))));
    }
    return List.copyOf(list);
  }

  private static List<String> strings(JsonNode array) {
    var list = new ArrayList<String>();
    array.forEach(item -> list.add(item.asText()));
    return List.copyOf(list);
  }

  boolean allows(Deed deed) {
    return switch (deed) {
      case Deed.OnResource on ->
          has(verbs, on.verb())
              && has(groups, on.group())
              && hasResource(on.resource(), on.part())
              && (names.isEmpty() || names.contains(on.name()));
      case Deed.OnPath on -> has(verbs, on.verb()) && hasPath(on.path());
    };
  }

  private static boolean has(List<String> values, String value) {
    return values.contains(ALL) || values.contains(value);
  }

  private boolean hasResource(String resource, String part) {
    if (resources.contains(ALL)) {
      return true;
    }
    return part.isEmpty()
        ? resources.contains(resource)
        : resources.contains(resource + "/" + part) || resources.contains("*/" + part);
  }

  private boolean hasPath(String path) {
    for (String pattern : paths) {
      boolean open = pattern.endsWith(ALL);
      if (open
          ? path.startsWith(pattern.substring(0, pattern.length() - 1))
          : path.equals(pattern)) {
        return true;
      }
    }
    return false;
  }

  /** This rule as many that each name one verb, group, resource and name, or one verb and path. */
  private List<Rule> parts() {
    var parts = new ArrayList<Rule>();
    for (String verb : verbs) {
      for (String group : groups) {
        for (String resource : resources) {
          for (String name : names.isEmpty() ? List.of("") : names) {
            parts.add(
                new Rule(
                    List.of(verb),
                    List.of(group),
                    List.of(resource),
                    name.isEmpty() ? List.of() : List.of(name),
                    List.of()));
          }
        }
      }
      for (String path : paths) {
        parts.add(new Rule(List.of(verb), List.of(), List.of(), List.of(), List.of(path)));
      }
    }
    return parts;
  }

  /** What of the wanted rules goes beyond those that are held; empty when nothing does. */
  static List<Rule> beyond(List<Rule> held, List<Rule> wanted) {
    var missing = new ArrayList<Rule>();
    for (Rule rule : wanted) {
      for (Rule part : rule.parts()) {
        if (held.stream().noneMatch(have -> have.covers(part))) {
          missing.add(part);
        }
      }
    }
    return missing;
  }

  /** Whether this rule gives all that a single part gives. */
  private boolean covers(Rule part) {
    if (!has(verbs, part.verbs.getFirst())) {
      return false;
    }
    if (!part.paths.isEmpty()) {
      return hasPath(part.paths.getFirst());
    }
    String resource = part.resources.getFirst();
    int slash = resource.indexOf('/');
    boolean resourceHeld =
        slash < 0
            ? resources.contains(ALL) || resources.contains(resource)
            : hasResource(resource.substring(0, slash), resource.substring(slash + 1));
    return has(groups, part.groups.getFirst())
        && resourceHeld
        && (names.isEmpty() || (!part.names.isEmpty() && names.contains(part.names.getFirst())));
  }

  /** As it stands in reviews and messages. */
  ObjectNode tree() {
    ObjectNode node = Json.object();
    put(node, "verbs", verbs);
    put(node, "apiGroups", groups);
    put(node, "resources", resources);
    put(node, "resourceNames", names);
    put(node, "nonResourceURLs", paths);
    return node;
  }

  private static void put(ObjectNode node, String field, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode array = node.putArray(field);
      values.forEach(array::add);
    }
  }
}
