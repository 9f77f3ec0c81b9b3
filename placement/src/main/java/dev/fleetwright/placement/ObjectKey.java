package dev.fleetwright.placement;

import java.util.Comparator;

/**
 * What identifies an object, whatever version it is read in.
 *
 * @param group empty for the core group
 * @param resource in plural, such as {@code deployments}
 * @param namespace empty for an object without one
 */
public record ObjectKey(String group, String resource, String namespace, String name)
    implements Comparable<ObjectKey> {

  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::group)
          .thenComparing(ObjectKey::resource)
          .thenComparing(ObjectKey::namespace)
          .thenComparing(ObjectKey::name);

  public boolean isNamespaced() {
    return !namespace.isEmpty();
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }

  /** {@code deployments.apps web/nginx}, as people read it. */
  @Override
  public String toString() {
    return resource
        + (group.isEmpty() ? "" : "." + group)
        + " "
        + (namespace.isEmpty() ? "" : namespace + "/")
        + name;
  }
}
