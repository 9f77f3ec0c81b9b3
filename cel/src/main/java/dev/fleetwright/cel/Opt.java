package dev.fleetwright.cel;

import org.jspecify.annotations.Nullable;

/** CEL's optional, which unlike Java's may hold a null. */
record Opt(boolean present, @Nullable Object value) {

  static final Opt NONE = new Opt(false, null);

  static Opt of(@Nullable Object value) {
    return new Opt(true, value);
  }
}
