package dev.fleetwright.hub.placement;

import dev.fleetwright.api.CustomTransform;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.placement.kinds.CustomTransformSpec;
import dev.fleetwright.placement.work.Transforms;
import java.util.Map;
import java.util.TreeMap;

/** All CustomTransforms as they are now. */
public final class TransformShelf {

  private final Caches caches;
  private volatile Transforms current = Transforms.NONE;

  public TransformShelf(Caches caches) {
    this.caches = caches;
  }

  public synchronized void load() {
    Map<String, CustomTransformSpec> specs = new TreeMap<>();
    for (CustomTransform transform : caches.transforms().all()) {
      if (transform.getSpec() != null && !transform.isMarkedForDeletion()) {
        specs.put(transform.getMetadata().getName(), transform.getSpec());
      }
    }
    current = Transforms.of(specs);
  }

  Transforms current() {
    return current;
  }
}
