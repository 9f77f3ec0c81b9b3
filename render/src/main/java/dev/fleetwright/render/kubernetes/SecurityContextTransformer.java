package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
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

/** Puts the security settings where pods and containers have them. */
public final class SecurityContextTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> own = Fields.map(component.spec(), "securityContext");
    Map<String, @Nullable Object> ofPod = new LinkedHashMap<>();
    Map<String, @Nullable Object> ofContainer = new LinkedHashMap<>();
    own.forEach((field, value) -> {
      if (POD_FIELDS.contains(field)) {
        ofPod.put(field, value);
      } else {
        ofContainer.put(field, value);
      }
    });
    List<Problem> problems = new ArrayList<>();
    if (Fields.flag(own, "runAsNonRoot") && Fields.number(own, "runAsUser", 1) == 0) {
      problems.add(
          new Problem(
              "root-user",
              "securityContext.runAsUser",
              "runAsUser 0 is root, and runAsNonRoot forbids it",
              "choose another user, or set runAsNonRoot: false"));
    }
    if (Fields.flag(own, "privileged")
        && Boolean.FALSE.equals(own.get("allowPrivilegeEscalation"))) {
      problems.add(
          new Problem(
              "privileged",
              "securityContext.privileged",
              "a privileged container can escalate, and allowPrivilegeEscalation forbids it",
              "set allowPrivilegeEscalation: true, or leave privileged out"));
    }
    List<@Nullable Object> containers = new ArrayList<>();
    containers.add(
        Fields.of("name", PodTemplate.containerName(component), "securityContext", ofContainer));
    return Outputs.patch(
            WorkloadType.podPatch(
                component, Fields.of("securityContext", ofPod, "containers", containers)))
        .withProblems(problems);
  }

  private static final java.util.Set<String> POD_FIELDS =
      java.util.Set.of("runAsNonRoot", "runAsUser", "runAsGroup", "fsGroup", "seccompProfile");
}
