package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Before: a ConfigMaps resource. After: a ConfigMap for each entry, named by its key. */
public final class ConfigMapTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    List<Map<String, @Nullable Object>> objects = new ArrayList<>();
    for (Map.Entry<String, @Nullable Object> entry :
        Fields.map(input.component().spec(), "configMaps").entrySet()) {
      Map<String, @Nullable Object> object =
          Objects.object("v1", "ConfigMap", input.component(), entry.getKey());
      object.putAll(Fields.cast((Map<?, ?>) java.util.Objects.requireNonNull(entry.getValue())));
      objects.add(object);
    }
    return Outputs.objects(objects);
  }
}
