package dev.fleetwright.render.transform;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.TransformerContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a transformer works on.
 *
 * @param transformer its own declaration, for defaults
 * @param objects the component's objects so far: empty while they are made, those made while they
 *     are changed, the final ones while they are looked at
 */
public record TransformInput(
    FlatComponent component,
    TransformerContext context,
    Transformer transformer,
    List<Map<String, @Nullable Object>> objects) {

  public TransformInput {
    objects = List.copyOf(objects);
  }
}
