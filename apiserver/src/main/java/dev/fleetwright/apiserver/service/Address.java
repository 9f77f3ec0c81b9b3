package dev.fleetwright.apiserver.service;

import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.ObjectKey;

/**
 * What a request is about.
 *
 * @param cluster the logical cluster; empty for the hub
 * @param namespace empty for all namespaces, or for objects without one
 * @param name empty for the collection
 */
public record Address(
    String cluster, ResourceType type, String namespace, String name, Subresource part) {
  /** An object. */
  public static Address of(String cluster, ResourceType type, String namespace, String name) {
    return new Address(cluster, type, namespace, name, Subresource.NONE);
  }

  /** The collection that the object is in. */
  public CollectionKey collection() {
    return new CollectionKey(cluster, type.resource());
  }

  /** Where the object is stored. */
  public ObjectKey key() {
    return new ObjectKey(collection(), namespace, name);
  }

  /** Another object of the same kind and place. */
  public Address named(String other) {
    return new Address(cluster, type, namespace, other, part);
  }

  /** Another part of the same object. */
  public Address part(Subresource other) {
    return new Address(cluster, type, namespace, name, other);
  }
}
