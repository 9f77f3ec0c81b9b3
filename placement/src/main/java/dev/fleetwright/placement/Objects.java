package dev.fleetwright.placement;

import java.util.Collection;
import java.util.List;

/** All objects of the hub, namespaces among them, each key once. */
public record Objects(List<WorkloadObject> objects) {

  public Objects {
    objects = List.copyOf(objects);
  }

  public static Objects of(Collection<WorkloadObject> objects) {
    return new Objects(List.copyOf(objects));
  }
}
