package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.documents.SelfChecking;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Selects by labels. All parts must hold; a selector without parts selects everything. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record LabelSelector(
    @JsonPropertyDescription("Labels that must have these values.") Map<String, String> matchLabels,
    @JsonPropertyDescription("Further conditions on labels.")
        List<LabelSelectorRequirement> matchExpressions)
    implements SelfChecking {

  public LabelSelector {
    matchLabels = Copies.of(matchLabels);
    matchExpressions = Copies.of(matchExpressions);
  }

  public static LabelSelector ofLabels(Map<String, String> labels) {
    return new LabelSelector(labels, List.of());
  }

  @Override
  public List<Problem> check() {
    List<Problem> problems = new ArrayList<>();
    matchLabels.forEach((key, value) -> {
      LabelRules.checkKey("matchLabels", key, problems);
      LabelRules.checkValue("matchLabels", value, problems);
    });
    for (int i = 0; i < matchExpressions.size(); i++) {
      matchExpressions.get(i).check("matchExpressions[" + i + "]", problems);
    }
    return problems;
  }
}
