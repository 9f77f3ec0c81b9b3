package dev.fleetwright.agent.plan;

import java.util.Optional;

/** What a cluster is known to serve. */
@FunctionalInterface
public interface Types {

  /** Empty when the cluster does not serve that kind. */
  Optional<ResourceType> find(String group, String version, String kind);

  default ObjectId place(ObjectId id, String version) {
    return find(id.group(), version, id.kind()).map(type -> type.place(id)).orElse(id);
  }
}
