package dev.fleetwright.release.time;

import org.jspecify.annotations.Nullable;

/** Something that is active at some times and not at others. Times are {@link Micros}. */
public sealed interface Window permits AbsoluteWindow, WeeklyWindow, RecurringWindow {

  /** What people call it; a description of its times when it has no name. */
  String name();

  /** The occurrence that contains the time; null when there is none. */
  @Nullable Occurrence activeAt(long time);

  /** The first start after the time; {@link Micros#NEVER} when there is none. */
  long nextStartAfter(long time);
}
