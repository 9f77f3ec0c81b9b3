package dev.fleetwright.apiserver.apply;

/**
 * Who writes fields, and how.
 *
 * @param subresource empty for the object itself
 */
public record Manager(String name, String apiVersion, String subresource) {}
