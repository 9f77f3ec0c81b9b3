package dev.fleetwright.apiserver.resource;

/**
 * A column of the table that people see.
 *
 * @param cell a text in which each {@code {path}} stands for a value of the object
 * @param priority 0 for always, higher for wide output only
 */
public record Column(
    String name, String type, String format, String description, int priority, String cell) {}
