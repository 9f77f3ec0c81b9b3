package dev.fleetwright.apiserver.access;

/** What a caller wants to do. */
public sealed interface Deed {
  /** The logical cluster; empty for the hub. */
  String cluster();

  String verb();

  /** How a refusal tells it. */
  String describe();

  /**
   * A verb on an object, a collection or a part of an object.
   *
   * @param part the subresource; empty for the object itself
   * @param namespace empty for all namespaces, or for objects without one
   * @param name empty for a collection
   */
  record OnResource(
      String cluster,
      String verb,
      String group,
      String resource,
      String part,
      String namespace,
      String name)
      implements Deed {
    /** The resource as rules name it, such as {@code deployments/scale}. */
    String qualified() {
      return part.isEmpty() ? resource : resource + "/" + part;
    }

    /** The same deed by another verb. */
    public OnResource by(String other) {
      return new OnResource(cluster, other, group, resource, part, namespace, name);
    }

    @Override
    public String describe() {
      return "cannot %s resource \"%s\" in API group \"%s\" %s"
          .formatted(
              verb,
              qualified(),
              group,
              namespace.isEmpty()
                  ? "at the cluster scope"
                  : "in the namespace \"" + namespace + "\"");
    }
  }

  /** A verb on a path that is no resource, such as {@code /metrics}. */
  record OnPath(String cluster, String verb, String path) implements Deed {
    @Override
    public String describe() {
      return "cannot " + verb + " path \"" + path + "\"";
    }
  }
}
