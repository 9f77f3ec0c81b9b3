package dev.fleetwright.release;

/** Only this release on these targets while it holds. */
public record Pin(String name, TargetSelector selector, String release, Term term) {}
