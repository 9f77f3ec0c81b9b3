package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import org.jspecify.annotations.Nullable;

/**
 * What the agent is to make true in its cluster. A goal replaces the one before it as a whole, and
 * the same goal may be given again after a restart.
 *
 * @param generation grows with every goal of the swarm; evidence names the one it is about
 * @param template null only when nothing was ever provisioned and the swarm is to be removed
 */
public record Goal(String swarmId, long generation, @Nullable TemplateRef template, RunState run) {}
