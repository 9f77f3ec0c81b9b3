package dev.fleetwright.swarm.controller;

import org.jspecify.annotations.Nullable;

/**
 * A config-update that was observed and that no fresh status has shown yet.
 *
 * @param enabled what the status must say besides the key; null when the update does not say
 */
public record OpenConfig(OpenCommand command, @Nullable Boolean enabled) {}
