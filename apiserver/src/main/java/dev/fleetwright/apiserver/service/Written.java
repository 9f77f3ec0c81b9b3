package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.store.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a write led to.
 *
 * @param object the object as it is now; for a deletion that is done, as it was
 * @param warnings for the client to show
 * @param stored the same as it is stored; null for what was only tried or is gone
 */
public record Written(
    ObjectNode object, Effect effect, List<String> warnings, @Nullable Entry stored) {
  Written(ObjectNode object, Effect effect, List<String> warnings) {
    this(object, effect, warnings, null);
  }

  /** What a write did. */
  public enum Effect {
    CREATED,
    UPDATED,
    UNCHANGED,
    DELETED
  }
}
