package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** Whose record it is. */
public record SwarmRecordSpec(
    @JsonPropertyDescription("orchestrator or swarm-controller.") @Required String role,
    @JsonPropertyDescription("The swarm, as namespace_world_cluster.") @Required String swarmId) {}
