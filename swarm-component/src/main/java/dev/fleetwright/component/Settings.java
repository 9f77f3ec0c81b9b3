package dev.fleetwright.component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a program is to run with.
 *
 * @param enabled whether it is to do its work; its control plane is on either way
 * @param values all other settings
 */
public record Settings(boolean enabled, ObjectNode values) {

  public Settings {
    values = values.deepCopy();
  }

  /** A text; the other value when it is absent. */
  public String text(String name, String otherwise) {
    JsonNode value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException(name + " must be a text, not " + value);
    }
    return value.textValue();
  }

  /** A whole number within bounds; the other value when it is absent. */
  public long number(String name, long otherwise, long least, long most) {
    JsonNode value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < least
        || value.longValue() > most) {
      throw new IllegalArgumentException(
          name + " must be a whole number from " + least + " to " + most + ", not " + value);
    }
    return value.longValue();
  }
}
