package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.apiserver.store.WatchCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All grants of one logical cluster by subject, read from its RBAC objects. Immutable. */
final class Policy {
  private static final String GROUP = ".rbac.authorization.k8s.io";
  static final String ROLES = "roles" + GROUP;
  static final String CLUSTER_ROLES = "clusterroles" + GROUP;
  static final String ROLE_BINDINGS = "rolebindings" + GROUP;
  static final String CLUSTER_ROLE_BINDINGS = "clusterrolebindings" + GROUP;
  static final Set<String> RESOURCES =
      Set.of(ROLES, CLUSTER_ROLES, ROLE_BINDINGS, CLUSTER_ROLE_BINDINGS);

  /**
   * What one binding gives.
   *
   * @param namespace where it holds; empty for everywhere in the cluster
   * @param why the binding and its role, for people
   */
  record Grant(String namespace, List<Rule> rules, String why) {}

  private final Map<String, List<Grant>> bySubject = new HashMap<>();

  static Policy read(WatchCache cache, String cluster) {
    var policy = new Policy();
    var roles = new RoleReader(cache, cluster);
    for (Entry binding : entries(cache, cluster, CLUSTER_ROLE_BINDINGS)) {
      policy.add(binding, "", "ClusterRoleBinding", roles);
    }
    for (Entry binding : entries(cache, cluster, ROLE_BINDINGS)) {
      policy.add(binding, binding.key().namespace(), "RoleBinding", roles);
    }
    return policy;
  }

  private static List<Entry> entries(WatchCache cache, String cluster, String resource) {
    return cache.snapshot(new CollectionKey(cluster, resource), null, "").entries();
  }

  private void add(Entry binding, String namespace, String kind, RoleReader roles) {
    ObjectNode tree = binding.tree();
    String roleKind = Json.textOrEmpty(tree, "roleRef", "kind");
    String roleName = Json.textOrEmpty(tree, "roleRef", "name");
    List<Rule> rules = roles.rules(roleKind, namespace, roleName);
    String why =
        "%s \"%s\" of %s \"%s\""
            .formatted(
                kind,
                namespace.isEmpty() ? binding.key().name() : binding.key().path(),
                roleKind,
                roleName);
    var grant = new Grant(namespace, rules, why);
    for (JsonNode subject : tree.path("subjects")) {
      String key = subject(subject, namespace);
      if (key != null) {
        bySubject.computeIfAbsent(key, k -> new ArrayList<>()).add(grant);
      }
    }
  }

  private static @Nullable String subject(JsonNode subject, String namespace) {
    String name = Json.textOrEmpty(subject, "name");
    return switch (Json.textOrEmpty(subject, "kind")) {
      case "User" -> "User:" + name;
      case "Group" -> "Group:" + name;
      case "ServiceAccount" -> {
        String own = Json.textOrEmpty(subject, "namespace");
        String in = own.isEmpty() ? namespace : own;
        yield in.isEmpty() ? null : "User:" + Caller.ACCOUNT_PREFIX + in + ":" + name;
      }
      default -> null;
    };
  }

  /** The grants of a caller that hold in a namespace; empty for those that hold everywhere. */
  List<Grant> grants(Caller caller, String namespace) {
    var found = new ArrayList<Grant>();
    for (String subject : caller.subjects()) {
      for (Grant grant : bySubject.getOrDefault(subject, List.of())) {
        if (grant.namespace().isEmpty() || grant.namespace().equals(namespace)) {
          found.add(grant);
        }
      }
    }
    return found;
  }

  /** Whether anything in this cluster is granted to the caller by name or group. */
  boolean knows(Caller caller) {
    return caller.subjects().stream().anyMatch(bySubject::containsKey);
  }

  /** Finds the rules of roles, those that a ClusterRole gathers from others included. */
  static final class RoleReader {
    private final WatchCache cache;
    private final String cluster;
    private final Map<String, List<Rule>> known = new HashMap<>();
    private @Nullable Map<String, ObjectNode> clusterRoles;

    RoleReader(WatchCache cache, String cluster) {
      this.cache = cache;
      this.cluster = cluster;
    }

    List<Rule> rules(String kind, String namespace, String name) {
      if (kind.equals("ClusterRole")) {
        return clusterRole(name, new HashSet<>());
      }
      Entry role = cache.get(new ObjectKey(new CollectionKey(cluster, ROLES), namespace, name));
      return role == null ? List.of() : Rule.listOf(role.tree().path("rules"));
    }

    /** The rules of a ClusterRole that may not be stored yet. */
    List<Rule> rulesOf(ObjectNode role) {
      return gather(role, new HashSet<>(Set.of(Json.textOrEmpty(role, "metadata", "name"))));
    }

    private List<Rule> clusterRole(String name, Set<String> underWay) {
      List<Rule> rules = known.get(name);
      if (rules != null) {
        return rules;
      }
      ObjectNode role = clusterRoles().get(name);
      if (role == null || !underWay.add(name)) {
        return List.of();
      }
      rules = gather(role, underWay);
      underWay.remove(name);
      if (underWay.isEmpty()) {
        known.put(name, rules); // inside a circle the answer may be a part only
      }
      return rules;
    }

    private List<Rule> gather(ObjectNode role, Set<String> underWay) {
      var rules = new ArrayList<>(Rule.listOf(role.path("rules")));
      for (JsonNode selector : role.path("aggregationRule").path("clusterRoleSelectors")) {
        clusterRoles()
            .forEach((name, other) -> {
              JsonNode labels = other.path("metadata").path("labels");
              if (LabelMatch.matches(selector, labels)) {
                rules.addAll(clusterRole(name, underWay));
              }
            });
      }
      return List.copyOf(rules);
    }

    private Map<String, ObjectNode> clusterRoles() {
      Map<String, ObjectNode> roles = clusterRoles;
      if (roles == null) {
        roles = new LinkedHashMap<>();
        for (Entry entry : entries(cache, cluster, CLUSTER_ROLES)) {
          roles.put(entry.key().name(), entry.tree());
        }
        clusterRoles = roles;
      }
      return roles;
    }
  }
}
