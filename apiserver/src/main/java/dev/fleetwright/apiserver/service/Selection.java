package dev.fleetwright.apiserver.service;

import dev.fleetwright.apiserver.store.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a collection a list or watch is about.
 *
 * @param namespace null for all namespaces
 */
public record Selection(@Nullable String namespace, LabelSelector labels, FieldSelector fields) {
  /** Whether an object is among them. */
  public boolean matches(Entry entry) {
    return (namespace == null || namespace.equals(entry.key().namespace()))
        && (labels.isAll() || labels.matches(entry.labels()))
        && (fields.isAll() || fields.matches(entry));
  }

  /** Whether every object of the namespace is meant. */
  public boolean isAll() {
    return labels.isAll() && fields.isAll();
  }
}
