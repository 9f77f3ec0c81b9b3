package dev.fleetwright.render;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One object for the platform and where it comes from.
 *
 * @param identity what tells it from all others, e.g. {@code apps/Deployment shop/web}
 * @param object plain values in one order of keys
 * @param transformer the one that owns it
 * @param patchedBy those that added to it
 */
public record RenderedObject(
    String identity,
    Map<String, @Nullable Object> object,
    String component,
    String transformer,
    List<String> patchedBy) {

  public RenderedObject {
    patchedBy = List.copyOf(patchedBy);
  }
}
