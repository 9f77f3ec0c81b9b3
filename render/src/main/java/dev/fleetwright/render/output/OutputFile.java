package dev.fleetwright.render.output;

/**
 * A file to write.
 *
 * @param name relative, with forward slashes
 */
public record OutputFile(String name, String text) {}
