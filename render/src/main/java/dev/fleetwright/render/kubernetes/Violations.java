package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.transform.TransformInput;
import java.util.List;

/** What a violation means, by the policy's own enforcement: an error, a warning or nothing. */
final class Violations {

  private Violations() {}

  static List<Problem> as(TransformInput input, List<Problem> problems) {
    Definition.OnViolation reaction =
        input.transformer().required().policies().values().stream()
            .filter(Definition.Policy.class::isInstance)
            .map(Definition.Policy.class::cast)
            .map(policy -> policy.enforcement().onViolation())
            .findFirst()
            .orElse(Definition.OnViolation.BLOCK);
    return switch (reaction) {
      case BLOCK -> problems;
      case WARN, AUDIT -> problems.stream().map(Problem::asWarning).toList();
    };
  }
}
