package dev.fleetwright.apiserver.service;

import org.jspecify.annotations.Nullable;

/**
 * How a collection is to be listed.
 *
 * @param limit at most so many objects, 0 for all
 * @param continueToken where an earlier list ended, or null
 * @param version the resourceVersion that the client asks for, or null
 * @param exact whether it must be exactly that version
 */
public record ListQuery(
    Selection selection,
    int limit,
    @Nullable String continueToken,
    @Nullable Long version,
    boolean exact) {
  /** Everything as it is now. */
  public static ListQuery all(Selection selection) {
    return new ListQuery(selection, 0, null, null, false);
  }
}
