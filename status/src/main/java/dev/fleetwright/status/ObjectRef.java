package dev.fleetwright.status;

/**
 * The object that is reported about.
 *
 * @param group empty for the core group
 * @param resource in plural
 * @param namespace empty for an object without one
 */
public record ObjectRef(
    String group, String version, String resource, String namespace, String name, String uid) {}
