package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One volume of a component, however the Volumes resource was written. */
record Volume(String name, Map<String, @Nullable Object> source) {

  /** Sorted by name, so that the order in which they were written changes nothing. */
  static List<Volume> of(FlatComponent component) {
    List<Volume> volumes = new ArrayList<>();
    Map<String, @Nullable Object> byName = Fields.map(component.spec(), "volumes");
    byName.forEach((name, source) -> {
      if (source instanceof Map<?, ?> map) {
        volumes.add(new Volume(Fields.text(map, "name", name), Fields.cast(map)));
      }
    });
    for (Map<String, @Nullable Object> item : Fields.maps(component.spec(), "volumes")) {
      volumes.add(new Volume(Fields.text(item, "name", ""), item));
    }
    volumes.sort(Comparator.comparing(Volume::name));
    return volumes;
  }

  boolean isClaim() {
    return source.containsKey("persistentClaim");
  }

  private Map<String, @Nullable Object> claim() {
    return Fields.map(source, "persistentClaim");
  }

  String accessMode() {
    return Fields.text(claim(), "accessMode", "ReadWriteOnce");
  }

  String storageClass() {
    return Fields.text(claim(), "storageClass", "");
  }

  /** Replicas of a stateful workload have storage of their own as soon as there are several. */
  boolean perReplica(FlatComponent component) {
    if (!isClaim() || WorkloadType.of(component) != WorkloadType.STATEFUL) {
      return false;
    }
    return claim().get("perReplica") instanceof Boolean written
        ? written
        : Fields.number(component.spec(), "replicas", 1) > 1
            || component.spec().containsKey("autoscaling");
  }

  String claimName(FlatComponent component) {
    return component.name() + "-" + name;
  }

  Map<String, @Nullable Object> claimSpec() {
    return Fields.of(
        "accessModes", List.of(accessMode()),
        "storageClassName", claim().get("storageClass"),
        "resources", Fields.of("requests", Fields.of("storage", claim().get("size"))));
  }

  Map<String, @Nullable Object> inPod(FlatComponent component) {
    Map<String, @Nullable Object> volume = Fields.of("name", name);
    if (isClaim()) {
      volume.put("persistentVolumeClaim", Fields.of("claimName", claimName(component)));
      return volume;
    }
    source.forEach((field, value) -> {
      if (!field.equals("name")) {
        volume.put(field, value);
      }
    });
    return volume;
  }
}
