package dev.fleetwright.release;

/** Nothing moves on these targets while it holds. */
public record Freeze(String name, TargetSelector selector, Term term) {}
