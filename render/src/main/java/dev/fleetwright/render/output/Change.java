package dev.fleetwright.render.output;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an object differs between two renderings.
 *
 * @param fields for {@link Kind#CHANGED}, the fields that differ
 */
public record Change(String identity, Kind kind, List<Field> fields) {

  public Change {
    fields = List.copyOf(fields);
  }

  /** What happened to an object. */
  public enum Kind {
    ADDED,
    REMOVED,
    CHANGED
  }

  /**
   * A field with its two values as JSON.
   *
   * @param before null when the field is new
   * @param after null when the field is gone
   */
  public record Field(String path, @Nullable String before, @Nullable String after) {}
}
