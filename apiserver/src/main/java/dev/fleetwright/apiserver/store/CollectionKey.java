package dev.fleetwright.apiserver.store;

/**
 * All objects of one resource in one logical cluster.
 *
 * @param cluster the logical cluster's name; empty for the hub
 * @param resource plural and group, such as {@code deployments.apps}
 */
public record CollectionKey(String cluster, String resource) {}
