package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Whether an object of the cluster still is as it was applied. */
final class Likeness {

  private Likeness() {}

  /**
   * The mark tells that this very manifest was applied last, which also covers fields that it has
   * not any more; the comparison tells that nobody has changed a field of it since.
   */
  static boolean isCurrent(JsonNode marked, JsonNode live) {
    return Marks.appliedHash(marked).equals(Marks.appliedHash(live)) && contains(live, marked);
  }

  /** Whether everything that is asked for is there; the server may have added more. */
  static boolean contains(JsonNode live, JsonNode wanted) {
    if (wanted.isObject()) {
      for (Map.Entry<String, JsonNode> field : wanted.properties()) {
        JsonNode there = live.get(field.getKey());
        if (there == null ? !isNothing(field.getValue()) : !contains(there, field.getValue())) {
          return false;
        }
      }
      return live.isObject();
    }
    if (wanted.isArray()) {
      if (!live.isArray() || live.size() != wanted.size()) {
        return false;
      }
      for (int i = 0; i < wanted.size(); i++) {
        if (!contains(live.get(i), wanted.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (wanted.isNumber() && live.isNumber()) {
      return wanted.decimalValue().compareTo(live.decimalValue()) == 0;
    }
    return wanted.equals(live);
  }

  /** Servers leave out what says nothing. */
  private static boolean isNothing(JsonNode value) {
    return value.isNull() || (value.isContainerNode() && value.isEmpty());
  }
}
