package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import org.jspecify.annotations.Nullable;

/**
 * One object of a work.
 *
 * @param id null when the manifest does not say what it is
 * @param problem why it cannot be applied, whatever the cluster says
 */
public record Manifest(
    int ordinal, ObjectNode content, @Nullable ObjectId id, @Nullable Problem problem) {

  public String version() {
    return ObjectId.versionOf(content.path("apiVersion").asText(""));
  }
}
