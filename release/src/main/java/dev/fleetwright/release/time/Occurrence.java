package dev.fleetwright.release.time;

/** One time that a window is active: from {@code start} until just before {@code end}. */
public record Occurrence(long start, long end) {

  public boolean contains(long time) {
    return start <= time && time < end;
  }
}
