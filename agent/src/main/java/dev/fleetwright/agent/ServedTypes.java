package dev.fleetwright.agent;

import dev.fleetwright.agent.plan.ResourceType;
import dev.fleetwright.agent.plan.Types;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster serves, read once for each group and version. What was not found is asked for
 * again, but not twice within one pass: {@link #forgetMissing} begins a new one. Used by one
 * thread.
 */
final class ServedTypes implements Types {

  private final KubernetesClient cluster;
  private final Map<String, Map<String, ResourceType>> byGroupVersion = new HashMap<>();

  ServedTypes(KubernetesClient cluster) {
    this.cluster = cluster;
  }

  @Override
  public Optional<ResourceType> find(String group, String version, String kind) {
    String groupVersion = group.isEmpty() ? version : group + "/" + version;
    return Optional.ofNullable(
        byGroupVersion
            .computeIfAbsent(groupVersion, _ -> read(group, version, groupVersion))
            .get(kind));
  }

  /** Definitions may have come or gone since; only the built-in groups never change. */
  void forgetMissing() {
    byGroupVersion
        .entrySet()
        .removeIf(entry -> entry.getKey().contains(".") || entry.getValue().isEmpty());
  }

  /** A failure to read is an error and not an answer. */
  private Map<String, ResourceType> read(String group, String version, String groupVersion) {
    APIResourceList list;
    try {
      list = cluster.getApiResources(groupVersion);
    } catch (KubernetesClientException e) {
      if (e.getCode() == 404) {
        return Map.of();
      }
      throw e;
    } catch (IllegalArgumentException e) {
      // A version that cannot even be asked for.
      return Map.of();
    }
    Map<String, ResourceType> types = new HashMap<>();
    if (list != null) {
      for (APIResource resource : list.getResources()) {
        if (!resource.getName().contains("/")) {
          types.put(
              resource.getKind(),
              new ResourceType(
                  group,
                  version,
                  resource.getKind(),
                  resource.getName(),
                  Boolean.TRUE.equals(resource.getNamespaced())));
        }
      }
    }
    return types;
  }
}
