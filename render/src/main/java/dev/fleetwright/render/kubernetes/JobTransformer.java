package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Work that ends. Before: a Container labelled task. After: a Job. */
public final class JobTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    PodTemplate pods = new PodTemplate(input);
    Map<String, @Nullable Object> spec = spec(input, pods);
    return Outputs.object(Objects.object("batch/v1", "Job", component, component.name(), spec))
        .withProblems(pods.problems());
  }

  /** The Job itself, which a CronJob has as its template. */
  static Map<String, @Nullable Object> spec(TransformInput input, PodTemplate pods) {
    Map<String, @Nullable Object> spec =
        new LinkedHashMap<>(Fields.map(input.component().spec(), "jobConfig"));
    spec.put("template", pods.build());
    return spec;
  }
}
