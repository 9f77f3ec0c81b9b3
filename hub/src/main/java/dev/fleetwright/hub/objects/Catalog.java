package dev.fleetwright.hub.objects;

import dev.fleetwright.placement.ResourceType;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIGroupList;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a server serves.
 *
 * @param unread groups that could not be asked; what they serve is not known
 */
record Catalog(Map<Served.Name, Served> types, Set<String> unread) {

  private static final int NOT_FOUND = 404;
  private static final String STATUS = "/status";
  private static final Set<String> VERBS = Set.of("list", "watch");

  Catalog {
    types = Map.copyOf(types);
    unread = Set.copyOf(unread);
  }

  Optional<Served> find(Served.Name name) {
    return Optional.ofNullable(types.get(name));
  }

  /** Whether a kind that was not found does not exist. */
  boolean isComplete(String group) {
    return !unread.contains(group);
  }

  /**
   * Asks the server.
   *
   * @throws KubernetesClientException when not even the groups can be read
   */
  static Catalog read(KubernetesClient client) {
    Map<Served.Name, Served> types = new HashMap<>();
    Set<String> unread = new TreeSet<>();
    add(client, "", List.of("v1"), types, unread);
    APIGroupList groups = client.getApiGroups();
    if (groups == null) {
      throw new KubernetesClientException("the API server lists no groups");
    }
    for (APIGroup group : groups.getGroups()) {
      add(client, group.getName(), versions(group), types, unread);
    }
    return new Catalog(types, unread);
  }

  /** The preferred version first: an object is read in the first one that has its kind. */
  private static List<String> versions(APIGroup group) {
    List<String> versions = new ArrayList<>();
    if (group.getPreferredVersion() != null) {
      versions.add(group.getPreferredVersion().getVersion());
    }
    for (GroupVersionForDiscovery version : group.getVersions()) {
      if (!versions.contains(version.getVersion())) {
        versions.add(version.getVersion());
      }
    }
    return versions;
  }

  private static void add(
      KubernetesClient client,
      String group,
      List<String> versions,
      Map<Served.Name, Served> types,
      Set<String> unread) {
    for (String version : versions) {
      try {
        APIResourceList list =
            client.getApiResources(group.isEmpty() ? version : group + "/" + version);
        if (list != null) {
          add(group, version, list.getResources(), types);
        }
      } catch (KubernetesClientException e) {
        if (e.getCode() != NOT_FOUND) {
          unread.add(group);
        }
      }
    }
  }

  private static void add(
      String group, String version, List<APIResource> resources, Map<Served.Name, Served> types) {
    Set<String> names = new HashSet<>();
    resources.forEach(resource -> names.add(resource.getName()));
    for (APIResource resource : resources) {
      if (!resource.getName().contains("/") && resource.getVerbs().containsAll(VERBS)) {
        Served served =
            new Served(
                new ResourceType(
                    group,
                    version,
                    resource.getKind(),
                    resource.getName(),
                    Boolean.TRUE.equals(resource.getNamespaced())),
                names.contains(resource.getName() + STATUS));
        types.putIfAbsent(served.name(), served);
      }
    }
  }
}
