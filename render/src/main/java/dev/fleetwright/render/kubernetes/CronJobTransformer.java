package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Work that ends, again and again. Before: a Container labelled scheduled-task. After: a CronJob.
 */
public final class CronJobTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> config = Fields.map(component.spec(), "cronJobConfig");
    PodTemplate pods = new PodTemplate(input);
    Map<String, @Nullable Object> spec = new LinkedHashMap<>(config);
    spec.put("jobTemplate", Fields.of("spec", JobTransformer.spec(input, pods)));
    return Outputs.object(Objects.object("batch/v1", "CronJob", component, component.name(), spec))
        .withProblems(pods.problems());
  }
}
