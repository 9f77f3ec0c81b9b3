package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.model.Problem;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** One condition on a label. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record LabelSelectorRequirement(
    @JsonPropertyDescription("The label's key.") @Required String key,
    @JsonPropertyDescription("How the label relates to the values.") @Required Operator operator,
    @JsonPropertyDescription("The values, for In and NotIn.") List<String> values) {

  public LabelSelectorRequirement {
    values = Copies.of(values);
  }

  void check(String at, List<Problem> problems) {
    LabelRules.checkKey(at + ".key", key, problems);
    values.forEach(value -> LabelRules.checkValue(at + ".values", value, problems));
    boolean needsValues = operator == Operator.IN || operator == Operator.NOT_IN;
    if (needsValues && values.isEmpty()) {
      problems.add(
          new Problem(
              "missing-values", at, operator + " needs at least one value", "add values: […]"));
    }
    if (!needsValues && !values.isEmpty()) {
      problems.add(
          new Problem(
              "needless-values",
              at + ".values",
              operator + " takes no values",
              "remove the values, or use In or NotIn"));
    }
  }

  /** The four operators of Kubernetes. */
  public enum Operator {
    @JsonProperty("In")
    IN("In"),
    /** Also holds when the label is not there. */
    @JsonProperty("NotIn")
    NOT_IN("NotIn"),
    @JsonProperty("Exists")
    EXISTS("Exists"),
    @JsonProperty("DoesNotExist")
    DOES_NOT_EXIST("DoesNotExist");

    private final String word;

    Operator(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }
}
