package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Amounts of resources, which are texts however they are written. */
final class Quantities {
  private Quantities() {}

  /** Numbers become texts, as they come back from every API server. */
  static void toText(@Nullable ObjectNode amounts) {
    if (amounts == null) {
      return;
    }
    for (Map.Entry<String, JsonNode> amount : new ArrayList<>(amounts.properties())) {
      if (amount.getValue().isNumber()) {
        amounts.put(amount.getKey(), amount.getValue().asText());
      }
    }
  }
}
