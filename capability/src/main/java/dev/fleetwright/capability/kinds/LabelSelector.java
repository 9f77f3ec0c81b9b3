package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Map;

/** Selects objects by their labels; all parts must hold. */
public record LabelSelector(
    @JsonPropertyDescription("Labels that must have these values") Map<String, String> matchLabels,
    @JsonPropertyDescription("Further expressions") List<Expression> matchExpressions) {

  public LabelSelector {
    matchLabels = Copies.of(matchLabels);
    matchExpressions = Copies.of(matchExpressions);
  }

  /** One expression over a label. */
  public record Expression(
      @JsonPropertyDescription("Label") @Required String key,
      @JsonPropertyDescription("In, NotIn, Exists or DoesNotExist") @Required String operator,
      @JsonPropertyDescription("Values") List<String> values) {

    public Expression {
      values = Copies.of(values);
    }
  }
}
