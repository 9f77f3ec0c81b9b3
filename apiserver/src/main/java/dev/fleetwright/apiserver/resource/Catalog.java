package dev.fleetwright.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds that one logical cluster serves. Immutable; a new definition gives a new catalog. */
public final class Catalog {
  private final Map<String, ResourceType> byPath = new LinkedHashMap<>();
  private final Map<String, ResourceType> storage = new LinkedHashMap<>();

  /** A catalog of these kinds; of several versions of one kind the first is the storage version. */
  public Catalog(List<ResourceType> builtIn, List<ResourceType> custom) {
    for (List<ResourceType> types : List.of(builtIn, custom)) {
      for (ResourceType type : types) {
        byPath.putIfAbsent(path(type.group(), type.version(), type.plural()), type);
        storage.putIfAbsent(type.resource(), type);
      }
    }
  }

  private static String path(String group, String version, String plural) {
    return group + "/" + version + "/" + plural;
  }

  /** The kind that is served at this place, or null. */
  public @Nullable ResourceType find(String group, String version, String plural) {
    return byPath.get(path(group, version, plural));
  }

  /** The storage version of a resource such as {@code deployments.apps}, or null. */
  public @Nullable ResourceType stored(String resource) {
    return storage.get(resource);
  }

  /** All kinds and versions. */
  public List<ResourceType> types() {
    return new ArrayList<>(byPath.values());
  }

  /** All versions of a group, the preferred one first; empty when there is no such group. */
  public List<String> versions(String group) {
    return byPath.values().stream()
        .filter(t -> t.group().equals(group))
        .map(ResourceType::version)
        .distinct()
        .sorted(VersionOrder.NEWEST_FIRST)
        .toList();
  }

  /** All groups but the core group. */
  public List<String> groups() {
    return byPath.values().stream()
        .map(ResourceType::group)
        .filter(g -> !g.isEmpty())
        .distinct()
        .toList();
  }

  /** The kinds of one group and version. */
  public List<ResourceType> types(String group, String version) {
    return byPath.values().stream()
        .filter(t -> t.group().equals(group) && t.version().equals(version))
        .toList();
  }
}
