package dev.fleetwright.render.compose;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The volumes of a component by name, however they were written. */
final class VolumeEntries {

  private VolumeEntries() {}

  static Map<String, Map<String, @Nullable Object>> all(FlatComponent component) {
    Map<String, Map<String, @Nullable Object>> volumes = new TreeMap<>();
    Fields.map(component.spec(), "volumes")
        .forEach((name, source) -> {
          if (source instanceof Map<?, ?> map) {
            volumes.put(Fields.text(map, "name", name), Fields.cast(map));
          }
        });
    for (Map<String, @Nullable Object> item : Fields.maps(component.spec(), "volumes")) {
      volumes.put(Fields.text(item, "name", ""), item);
    }
    return volumes;
  }

  static @Nullable Map<String, @Nullable Object> source(FlatComponent component, String name) {
    return all(component).get(name);
  }

  /** Volumes of different components are different volumes. */
  static String name(FlatComponent component, String volume) {
    return component.name() + "-" + volume;
  }
}
