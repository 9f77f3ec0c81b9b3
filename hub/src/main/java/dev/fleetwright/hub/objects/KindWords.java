package dev.fleetwright.hub.objects;

import dev.fleetwright.placement.ResourceType;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIGroupList;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The kinds that people mean by a word, as kubectl takes it: kind, plural, singular or short name
 * in any case, with or without the group after a dot ({@code deployments.apps}).
 */
public final class KindWords {

  private static final int NOT_FOUND = 404;

  private KindWords() {}

  /**
   * Asks the server for the kinds of a word, in the version that it prefers; none when it serves
   * none.
   */
  public static List<ResourceType> find(KubernetesClient client, String word) {
    List<ResourceType> found = new ArrayList<>();
    add(client, "", "v1", word, found);
    APIGroupList groups = client.getApiGroups();
    if (groups != null) {
      for (APIGroup group : groups.getGroups()) {
        add(client, group.getName(), group.getPreferredVersion().getVersion(), word, found);
      }
    }
    return found;
  }

  private static void add(
      KubernetesClient client,
      String group,
      String version,
      String word,
      List<ResourceType> found) {
    APIResourceList list;
    try {
      list = client.getApiResources(group.isEmpty() ? version : group + "/" + version);
    } catch (KubernetesClientException e) {
      if (e.getCode() != NOT_FOUND) {
        throw e;
      }
      return;
    }
    if (list == null) {
      return;
    }
    for (APIResource resource : list.getResources()) {
      if (!resource.getName().contains("/") && isMeant(resource, group, word)) {
        found.add(
            new ResourceType(
                group,
                version,
                resource.getKind(),
                resource.getName(),
                Boolean.TRUE.equals(resource.getNamespaced())));
      }
    }
  }

  private static boolean isMeant(APIResource resource, String group, String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    int dot = lower.indexOf('.');
    if (dot >= 0 && !group.equals(lower.substring(dot + 1))) {
      return false;
    }
    String plain = dot < 0 ? lower : lower.substring(0, dot);
    return plain.equals(resource.getName())
        || plain.equals(resource.getKind().toLowerCase(Locale.ROOT))
        || plain.equals(resource.getSingularName())
        || Objects.requireNonNullElse(resource.getShortNames(), List.<String>of()).contains(plain);
  }
}
