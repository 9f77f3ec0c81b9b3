package dev.fleetwright.release.options;

/**
 * One option of a rule as people see it.
 *
 * @param shape what its value looks like, e.g. {@code minutes}
 * @param ifAbsent the default; empty when there is none, {@code required} when it must be given
 */
public record Option(String name, String shape, String ifAbsent, String meaning) {}
