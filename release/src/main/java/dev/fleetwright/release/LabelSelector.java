package dev.fleetwright.release;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Conditions on labels; all must hold. Without any, everything matches. */
public record LabelSelector(List<Condition> conditions) {

  public static final LabelSelector ALL = new LabelSelector(List.of());

  /** How a label is compared. */
  public enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST
  }

  /** One condition. */
  public record Condition(String key, Operator operator, Set<String> values) {

    public Condition {
      values = Set.copyOf(values);
    }

    boolean holds(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
      };
    }
  }

  public LabelSelector {
    conditions = List.copyOf(conditions);
  }

  public boolean matches(Map<String, String> labels) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).holds(labels)) {
        return false;
      }
    }
    return true;
  }
}
