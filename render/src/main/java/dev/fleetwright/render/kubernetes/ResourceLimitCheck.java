package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The policy ResourceLimit: no container of the final objects asks for more than it allows. */
public final class ResourceLimitCheck implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    Map<String, @Nullable Object> policy = Fields.map(input.component().spec(), "resourceLimit");
    List<Problem> problems = new ArrayList<>();
    for (Map<String, @Nullable Object> object : input.objects()) {
      for (Pods.Located container : Pods.containers(Pods.podSpec(object))) {
        Map<String, @Nullable Object> resources = Fields.map(container.value(), "resources");
        for (String name : List.of("cpu", "memory")) {
          Object most = policy.get(name);
          if (most != null) {
            check(container, resources, name, most, Fields.flag(policy, "required"), problems);
          }
        }
      }
    }
    return Outputs.problems(Violations.as(input, problems));
  }

  private static void check(
      Pods.Located container,
      Map<String, @Nullable Object> resources,
      String name,
      Object most,
      boolean required,
      List<Problem> problems) {
    String who = "the container " + Fields.text(container.value(), "name", "");
    for (String field : List.of("requests", "limits")) {
      Object amount = Fields.map(resources, field).get(name);
      if (amount != null && Quantities.compare(amount, most) > 0) {
        problems.add(
            new Problem(
                "policy-violation",
                "resourceLimit." + name,
                who
                    + " has "
                    + field
                    + "."
                    + name
                    + " "
                    + amount
                    + ", and the policy allows "
                    + most,
                "lower it to " + most));
      }
    }
    if (required && !Fields.map(resources, "limits").containsKey(name)) {
      problems.add(
          new Problem(
              "policy-violation",
              "resourceLimit." + name,
              who + " has no limit for " + name + ", and the policy requires one",
              "add the trait Resources with limits." + name));
    }
  }
}
