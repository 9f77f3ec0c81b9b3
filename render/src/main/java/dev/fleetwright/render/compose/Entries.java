package dev.fleetwright.render.compose;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries of a Compose file, each with the section that it belongs to. */
final class Entries {

  private Entries() {}

  static Map<String, @Nullable Object> entry(
      String section, String name, Map<String, @Nullable Object> value) {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("section", section);
    entry.put("name", name);
    entry.put("value", value);
    return entry;
  }

  /** What Compose would take for a variable of its own is written with two dollars. */
  static String literal(String text) {
    return text.replace("$", "$$");
  }
}
