package dev.fleetwright.render.catalog;

import dev.fleetwright.render.schema.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one field of a component's spec that a definition owns.
 *
 * @param name {@code container}, {@code replicas}
 * @param source the schema as it was written
 * @param defaults what stands there when a component has the definition and says nothing; null when
 *     it must say something
 */
public record SpecField(
    String name, Schema schema, @Nullable Object source, @Nullable Object defaults) {

  public SpecField withDefaults(@Nullable Object newDefaults) {
    return new SpecField(name, schema, source, newDefaults);
  }

  /** The example of the schema, for people; null without one. */
  public @Nullable Object example() {
    return source instanceof Map<?, ?> map ? map.get("example") : null;
  }
}
