package dev.fleetwright.agent.plan;

/** How a cluster serves a kind. */
public record ResourceType(
    String group, String version, String kind, String plural, boolean namespaced) {

  /** The identity as the cluster has it: a namespace exactly where the kind has one. */
  ObjectId place(ObjectId id) {
    if (!namespaced) {
      return id.inNamespace("");
    }
    return id.namespace().isEmpty() ? id.inNamespace("default") : id;
  }
}
