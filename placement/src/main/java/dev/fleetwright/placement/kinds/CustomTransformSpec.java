package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.documents.SelfChecking;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.fields.FieldPath;
import io.fabric8.generator.annotation.Required;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields that are removed from the objects of one resource before they are sent. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CustomTransformSpec(
    @JsonPropertyDescription("The API group; empty or absent is the core group.")
        @Nullable String apiGroup,
    @JsonPropertyDescription("The resource in plural, such as deployments.") @Required
        String resource,
    @JsonPropertyDescription(
            "Paths of the fields to remove: $.spec.replicas, $.metadata.labels[\"a.b/c\"],"
                + " $.spec.containers[*].image.")
        List<String> remove)
    implements SelfChecking {

  public CustomTransformSpec {
    remove = Copies.of(remove);
  }

  /** The API group, the core group by default. */
  public String group() {
    return apiGroup == null ? "" : apiGroup;
  }

  @Override
  public List<Problem> check() {
    List<Problem> problems = new ArrayList<>();
    for (int i = 0; i < remove.size(); i++) {
      String path = "remove[" + i + "]";
      FieldPath.parse(remove.get(i))
          .problems()
          .forEach(problem -> problems.add(problem.withPath(path)));
    }
    return problems;
  }
}
