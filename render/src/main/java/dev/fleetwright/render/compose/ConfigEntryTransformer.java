package dev.fleetwright.render.compose;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Before: ConfigMaps. After: a config for each key; where the component mounts the map as a volume,
 * its service gets them as files.
 */
public final class ConfigEntryTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    List<Map<String, @Nullable Object>> entries = new ArrayList<>();
    List<@Nullable Object> uses = new ArrayList<>();
    Fields.map(component.spec(), "configMaps")
        .forEach((name, map) ->
            Fields.strings(map, "data")
                .forEach((key, text) -> {
                  String entry = name + "-" + key;
                  entries.add(
                      Entries.entry("configs", entry, Fields.of("content", Entries.literal(text))));
                  mountsOf(component, name)
                      .forEach(folder ->
                          uses.add(Fields.of("source", entry, "target", folder + "/" + key)));
                }));
    Outputs outputs = Outputs.objects(entries);
    if (uses.isEmpty()) {
      return outputs;
    }
    Map<String, @Nullable Object> value = new LinkedHashMap<>();
    value.put("configs", uses);
    return outputs.withPatch(Entries.entry("services", component.name(), value));
  }

  private static List<String> mountsOf(FlatComponent component, String configMap) {
    List<String> folders = new ArrayList<>();
    Map<String, @Nullable Object> container = Fields.map(component.spec(), "container");
    for (Map<String, @Nullable Object> mount : Fields.maps(container, "volumeMounts")) {
      Map<String, @Nullable Object> volume =
          VolumeEntries.source(component, Fields.text(mount, "name", ""));
      if (volume != null && configMap.equals(Fields.map(volume, "configMap").get("name"))) {
        folders.add(Fields.text(mount, "mountPath", ""));
      }
    }
    return folders;
  }
}
