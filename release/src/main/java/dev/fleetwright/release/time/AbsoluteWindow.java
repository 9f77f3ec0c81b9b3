package dev.fleetwright.release.time;

import org.jspecify.annotations.Nullable;

/** Active once. */
public record AbsoluteWindow(String name, Occurrence once) implements Window {

  @Override
  public @Nullable Occurrence activeAt(long time) {
    return once.contains(time) ? once : null;
  }

  @Override
  public long nextStartAfter(long time) {
    return once.start() > time ? once.start() : Micros.NEVER;
  }
}
