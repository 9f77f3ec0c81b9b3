package dev.fleetwright.documents;

import dev.fleetwright.model.Place;

/**
 * Where a node stands: offsets of its key, if it has one, and of its value.
 *
 * @param keyStart -1 when there is no key
 */
record Span(SourceText source, int keyStart, int keyEnd, int start, int end) {

  Place place() {
    return source.place(start, end);
  }

  Place keyPlace() {
    return keyStart < 0 ? place() : source.place(keyStart, keyEnd);
  }

  /** The same value under the key of another: what an alias makes. */
  Span underKeyOf(int newKeyStart, int newKeyEnd) {
    return new Span(source, newKeyStart, newKeyEnd, start, end);
  }
}
