package dev.fleetwright.swarm.store;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A record as the store has it.
 *
 * @param version opaque; a save must name the version it replaces
 */
public record StoredRecord(String version, JsonNode content) {}
