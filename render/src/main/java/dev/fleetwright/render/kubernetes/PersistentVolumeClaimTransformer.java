package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Storage that outlives pods. Before: volumes with a persistentClaim. After: a
 * PersistentVolumeClaim for each, named after component and volume.
 */
public final class PersistentVolumeClaimTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    List<Map<String, @Nullable Object>> claims = new ArrayList<>();
    for (Volume volume : Volume.of(component)) {
      if (volume.isClaim() && !volume.perReplica(component)) {
        claims.add(
            Objects.object(
                "v1",
                "PersistentVolumeClaim",
                component,
                volume.claimName(component),
                volume.claimSpec()));
      }
    }
    return Outputs.objects(claims);
  }
}
