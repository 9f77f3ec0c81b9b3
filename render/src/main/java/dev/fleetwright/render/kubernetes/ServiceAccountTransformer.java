package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Before: ServiceAccount. After: the account, unless it exists elsewhere, and pods that use it. */
public final class ServiceAccountTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> account = Fields.map(component.spec(), "serviceAccount");
    String name = Fields.text(account, "name", component.name());
    boolean mounts = Fields.flag(account, "automountToken");
    Map<String, @Nullable Object> patch =
        WorkloadType.podPatch(
            component,
            Fields.of("serviceAccountName", name, "automountServiceAccountToken", mounts));
    if (!Fields.flag(account, "create")) {
      return Outputs.patch(patch);
    }
    Map<String, @Nullable Object> object = Objects.object("v1", "ServiceAccount", component, name);
    object.put("automountServiceAccountToken", mounts);
    Map<String, @Nullable Object> annotations = Fields.map(account, "annotations");
    if (!annotations.isEmpty()) {
      Fields.map(object, "metadata").put("annotations", annotations);
    }
    return Outputs.object(object).withPatch(patch);
  }
}
