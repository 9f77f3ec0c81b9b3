package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules for some targets. The rules of all policies of a target are put one after the other. */
public record ReleasePolicySpec(
    @JsonProperty(defaultValue = "0")
        @JsonPropertyDescription("Policies with a higher priority come first; then by name.")
        @Nullable Integer priority,
    @JsonPropertyDescription("The targets it is for; all when left out.")
        @Nullable TargetSelectorSpec selector,
    @JsonPropertyDescription(
            "The rules in order: each has a type and that type's options; see the command rules.")
        List<Map<String, @Nullable Object>> rules,
    @JsonPropertyDescription("How to choose among the allowed releases; the newest by default.")
        @Nullable RankingSpec ranking) {

  public ReleasePolicySpec {
    rules = Copies.of(rules);
  }
}
