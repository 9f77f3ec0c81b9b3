package dev.fleetwright.apiserver.store;

/**
 * Where one object stands.
 *
 * @param namespace empty for objects that belong to no namespace
 */
public record ObjectKey(CollectionKey collection, String namespace, String name) {
  /** The sort key of an object in its collection; lists come in this order. */
  public String path() {
    return namespace + "/" + name;
  }
}
