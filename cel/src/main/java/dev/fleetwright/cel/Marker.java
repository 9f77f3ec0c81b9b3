package dev.fleetwright.cel;

/** Stand where a value would, and are none. */
enum Marker {
  /** A map or list has no such entry, as opposed to an entry that is null. */
  MISSING,
  /** A variable that was not read yet. */
  UNREAD,
  /** A variable that the caller gave no value. */
  UNBOUND
}
