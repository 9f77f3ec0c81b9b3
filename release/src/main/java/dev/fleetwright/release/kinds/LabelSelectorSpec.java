package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import java.util.Map;

/** Which labels a resource must have; all of the conditions must hold. */
public record LabelSelectorSpec(
    @JsonPropertyDescription("Labels with these values.") Map<String, String> matchLabels,
    @JsonPropertyDescription("Further conditions on labels.")
        List<LabelRequirement> matchExpressions) {

  public LabelSelectorSpec {
    matchLabels = Copies.of(matchLabels);
    matchExpressions = Copies.of(matchExpressions);
  }
}
