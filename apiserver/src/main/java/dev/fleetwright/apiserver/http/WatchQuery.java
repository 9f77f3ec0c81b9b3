package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.service.Selection;
import dev.fleetwright.apiserver.store.CollectionKey;
import java.time.Duration;

/**
 * What a watch is to show.
 *
 * @param from the version after which events are sent, or -1 to begin with the present state
 * @param initialBookmark whether a bookmark marks the end of the present state
 */
record WatchQuery(
    CollectionKey collection,
    Selection selection,
    long from,
    boolean skipInitial,
    boolean initialBookmark,
    boolean bookmarks,
    Duration timeout) {}
