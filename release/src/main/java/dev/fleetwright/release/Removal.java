package dev.fleetwright.release;

/** A release that a rule removed, and why. */
public record Removal(String release, Reason reason) {}
