package dev.fleetwright.capability.kinds;

/** Which object of a kind. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

  @Override
  public int compareTo(ObjectKey other) {
    int order = namespace.compareTo(other.namespace);
    return order != 0 ? order : name.compareTo(other.name);
  }

  /** {@code namespace/name}. */
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
