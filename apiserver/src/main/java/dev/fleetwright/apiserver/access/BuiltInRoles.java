package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.FirstObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The roles that every logical cluster has from the start, and again after each start. */
public final class BuiltInRoles {
  /** What an agent may do in its mailbox; bound there, in the hub. */
  public static final String AGENT = "agent";

  /** Everything. */
  public static final String CLUSTER_ADMIN = "cluster-admin";

  /** Where ClusterRoles are stored. */
  public static final String RESOURCE = Policy.CLUSTER_ROLES;

  private static final List<ObjectNode> ROLES = load();

  private BuiltInRoles() {}

  private static List<ObjectNode> load() {
    try (InputStream in = BuiltInRoles.class.getResourceAsStream("roles.json")) {
      if (in == null) {
        throw new IllegalStateException("roles.json is missing from the program");
      }
      var roles = new ArrayList<ObjectNode>();
      for (JsonNode role : Json.parse(in.readAllBytes(), true)) {
        roles.add((ObjectNode) role);
      }
      return List.copyOf(roles);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The roles of a cluster; that of agents is for the hub only. */
  public static List<FirstObject> of(String cluster) {
    return ROLES.stream()
        .filter(role -> cluster.isEmpty() || !name(role).equals(AGENT))
        .map(role -> new FirstObject(Policy.CLUSTER_ROLES, "", name(role), complete(role)))
        .toList();
  }

  private static String name(ObjectNode role) {
    return Json.textOrEmpty(role, "metadata", "name");
  }

  private static ObjectNode complete(ObjectNode role) {
    ObjectNode object = Json.object();
    object.put("apiVersion", "rbac.authorization.k8s.io/v1").put("kind", "ClusterRole");
    object.setAll(role.deepCopy());
    object.withObject("/metadata/labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
    return object;
  }

  /** A binding in one namespace of a ClusterRole to a user. */
  public static FirstObject roleBinding(String namespace, String name, String role, String user) {
    return binding("RoleBinding", Policy.ROLE_BINDINGS, namespace, name, role, user);
  }

  /** A binding of a ClusterRole to a user in the whole cluster. */
  public static FirstObject clusterRoleBinding(String name, String role, String user) {
    return binding("ClusterRoleBinding", Policy.CLUSTER_ROLE_BINDINGS, "", name, role, user);
  }

  private static FirstObject binding(
      String kind, String resource, String namespace, String name, String role, String user) {
    ObjectNode object = Json.object();
    object.put("apiVersion", "rbac.authorization.k8s.io/v1").put("kind", kind);
    object.putObject("metadata").put("name", name);
    object
        .putArray("subjects")
        .addObject()
        .put("apiGroup", "rbac.authorization.k8s.io")
        .put("kind", "User")
        .put("name", user);
    object
        .putObject("roleRef")
        .put("apiGroup", "rbac.authorization.k8s.io")
        .put("kind", "ClusterRole")
        .put("name", role);
    return new FirstObject(resource, namespace, name, object);
  }
}
