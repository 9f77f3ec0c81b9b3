package dev.fleetwright.placement;

/**
 * A kind of object as the API serves it.
 *
 * @param group empty for the core group
 * @param resource the kind in lower-case plural, as it stands in URLs and policies
 */
public record ResourceType(
    String group, String version, String kind, String resource, boolean namespaced) {

  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
