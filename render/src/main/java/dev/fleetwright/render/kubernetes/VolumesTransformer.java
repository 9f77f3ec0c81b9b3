package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Paths;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts volumes into the pods of the workload; those for each replica become claim templates. */
public final class VolumesTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    List<Problem> problems = new ArrayList<>();
    List<Map<String, @Nullable Object>> volumes = new ArrayList<>();
    List<Map<String, @Nullable Object>> templates = new ArrayList<>();
    for (Volume volume : Volume.of(component)) {
      if (volume.perReplica(component)) {
        templates.add(
            Fields.of(
                "apiVersion",
                "v1",
                "kind",
                "PersistentVolumeClaim",
                "metadata",
                Fields.of("name", volume.name()),
                "spec",
                volume.claimSpec()));
        continue;
      }
      volumes.add(volume.inPod(component));
      checkSharing(component, volume, problems);
    }
    List<Map<String, @Nullable Object>> patches = new ArrayList<>();
    if (!volumes.isEmpty()) {
      patches.add(WorkloadType.podPatch(component, Fields.of("volumes", volumes)));
    }
    if (!templates.isEmpty()) {
      // The pods of a StatefulSet get volumes of the templates' names by themselves.
      patches.add(WorkloadType.patch(component, Fields.of("volumeClaimTemplates", templates)));
    }
    return new Outputs(List.of(), patches, problems);
  }

  private static void checkSharing(FlatComponent component, Volume volume, List<Problem> problems) {
    boolean several =
        Fields.number(component.spec(), "replicas", 1) > 1
            || component.spec().containsKey("autoscaling")
            || WorkloadType.of(component) == WorkloadType.DAEMON;
    if (several && volume.isClaim() && volume.accessMode().startsWith("ReadWriteOnce")) {
      problems.add(
          new Problem(
                  "shared-claim",
                  Paths.join("volumes", volume.name()),
                  "several replicas share a claim that one node can mount ("
                      + volume.accessMode()
                      + ")",
                  "use accessMode ReadWriteMany, or a stateful workload with perReplica: true")
              .asWarning());
    }
  }
}
