package dev.fleetwright.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.Map;

/** JSON merge patch, RFC 7386. */
public final class MergePatch {
  private MergePatch() {}

  /** The target with the patch; the target is not changed. */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch.deepCopy();
    }
    ObjectNode result = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
    for (Map.Entry<String, JsonNode> change : changes.properties()) {
      if (change.getValue().isNull()) {
        result.remove(change.getKey());
      } else {
        JsonNode old = result.get(change.getKey());
        result.set(change.getKey(), apply(old == null ? Json.object() : old, change.getValue()));
      }
    }
    return result;
  }
}
