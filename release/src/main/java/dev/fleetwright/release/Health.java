package dev.fleetwright.release;

/**
 * One measured value of a target.
 *
 * @param at microseconds since 1970; {@code Micros.ALWAYS} when unknown
 */
public record Health(String metric, double value, long at) {}
