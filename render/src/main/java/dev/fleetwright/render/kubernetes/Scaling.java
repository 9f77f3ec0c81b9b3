package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.transform.TransformInput;
import org.jspecify.annotations.Nullable;

/** How many pods a workload has. */
final class Scaling {

  private Scaling() {}

  /** What the component says, else what the transformer's declaration has as default, else one. */
  static long replicas(TransformInput input) {
    Object own = input.component().spec().get("replicas");
    Object replicas = own == null ? input.transformer().defaultOf(Names.REPLICAS) : own;
    return number(replicas);
  }

  private static long number(@Nullable Object replicas) {
    return replicas instanceof Number number ? number.longValue() : 1;
  }
}
