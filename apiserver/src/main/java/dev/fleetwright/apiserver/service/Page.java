package dev.fleetwright.apiserver.service;

import dev.fleetwright.apiserver.store.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list, or a part of one.
 *
 * @param version the state that all parts of the list show
 * @param continueToken for the next part, null at the end
 * @param remaining how many objects follow, null when unknown
 */
public record Page(
    long version, List<Entry> entries, @Nullable String continueToken, @Nullable Long remaining) {}
