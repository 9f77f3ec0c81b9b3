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

/** Before: a Volumes resource. After: a named volume for each that keeps data. */
public final class VolumeEntryTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    List<Map<String, @Nullable Object>> entries = new ArrayList<>();
    for (Map.Entry<String, Map<String, @Nullable Object>> volume :
        VolumeEntries.all(component).entrySet()) {
      boolean kept =
          volume.getValue().containsKey("persistentClaim")
              || (volume.getValue().containsKey("emptyDir")
                  && !"Memory".equals(Fields.map(volume.getValue(), "emptyDir").get("medium")));
      if (kept) {
        entries.add(
            Entries.entry(
                "volumes", VolumeEntries.name(component, volume.getKey()), new LinkedHashMap<>()));
      }
    }
    return Outputs.objects(entries);
  }
}
