package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What a write led to.
 *
 * @param object the object as it is now; for a deletion that is done, as it was
 * @param warnings for the client to show
 */
public record Written(ObjectNode object, Effect effect, List<String> warnings) {
  /** What a write did. */
  public enum Effect {
    CREATED,
    UPDATED,
    UNCHANGED,
    DELETED
  }
}
