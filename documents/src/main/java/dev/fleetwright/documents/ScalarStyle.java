package dev.fleetwright.documents;

/** How a scalar was written; it decides how offsets in its value map to the source. */
enum ScalarStyle {
  PLAIN,
  SINGLE_QUOTED,
  DOUBLE_QUOTED,
  LITERAL,
  FOLDED,
  /** Not written by a person, or written where only its value matters. */
  NONE
}
