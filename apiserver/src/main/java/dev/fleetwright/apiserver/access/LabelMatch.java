package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.Map;

/** Label selectors as they stand in objects. */
final class LabelMatch {
  private LabelMatch() {}

  static boolean matches(JsonNode selector, JsonNode labels) {
    for (Map.Entry<String, JsonNode> wanted : selector.path("matchLabels").properties()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    for (JsonNode term : selector.path("matchExpressions")) {
      JsonNode value = labels.get(Json.textOrEmpty(term, "key"));
      boolean listed = false;
      for (JsonNode candidate : term.path("values")) {
        listed |= candidate.equals(value);
      }
      boolean holds =
          switch (Json.textOrEmpty(term, "operator")) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
          };
      if (!holds) {
        return false;
      }
    }
    return true;
  }
}
