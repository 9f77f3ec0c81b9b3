package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which targets something is about. What is left out matches all; a name may hold * and ?. */
public record TargetSelectorSpec(
    @JsonPropertyDescription("Names of environments; * and ? are wildcards.")
        List<String> environments,
    @JsonPropertyDescription("Names of deployments; * and ? are wildcards.")
        List<String> deployments,
    @JsonPropertyDescription("Names of release targets; * and ? are wildcards.")
        List<String> targets,
    @JsonPropertyDescription("Names of worlds; * and ? are wildcards.") List<String> worlds,
    @JsonPropertyDescription("Labels of the resource that is deployed to.")
        @Nullable LabelSelectorSpec resources) {

  public static final TargetSelectorSpec ALL =
      new TargetSelectorSpec(List.of(), List.of(), List.of(), List.of(), null);

  public TargetSelectorSpec {
    environments = Copies.of(environments);
    deployments = Copies.of(deployments);
    targets = Copies.of(targets);
    worlds = Copies.of(worlds);
  }
}
