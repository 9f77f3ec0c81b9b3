package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;

/** Which objects go to which clusters. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record BindingPolicySpec(
    @JsonPropertyDescription(
            "Selects clusters by label; a cluster that one of them matches is selected. None"
                + " selects no cluster.")
        List<LabelSelector> clusterSelectors,
    @JsonPropertyDescription(
            "Selects objects; an object that one of these clauses matches is sent.")
        List<DownsyncPolicyClause> downsync) {

  public BindingPolicySpec {
    clusterSelectors = Copies.of(clusterSelectors);
    downsync = Copies.of(downsync);
  }

  /**
   * What is wrong anywhere in the specification, for callers that did not read it with a binder,
   * which checks each part by itself.
   */
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    for (int i = 0; i < clusterSelectors.size(); i++) {
      Checks.collect("clusterSelectors[" + i + "]", clusterSelectors.get(i), problems);
    }
    for (int i = 0; i < downsync.size(); i++) {
      DownsyncPolicyClause clause = downsync.get(i);
      String at = "downsync[" + i + "]";
      Checks.collect(at, clause, problems);
      Checks.collectAll(at + ".namespaceSelectors", clause.namespaceSelectors(), problems);
      Checks.collectAll(at + ".objectSelectors", clause.objectSelectors(), problems);
    }
    return problems;
  }
}
