package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.documents.SelfChecking;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A test on objects, and how the objects that pass it are sent. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DownsyncPolicyClause(
    @JsonPropertyDescription(
            "The object's API group; empty is the core group, * and absent is any.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String apiGroup,
    @JsonPropertyDescription("Resources in plural, such as deployments; * is any.")
        List<String> resources,
    @JsonPropertyDescription(
            "Names of namespaces; * is any, and the only one that an object without a namespace"
                + " matches.")
        List<String> namespaces,
    @JsonPropertyDescription(
            "Selects namespaces by label; an object without a namespace matches only {}.")
        List<LabelSelector> namespaceSelectors,
    @JsonPropertyDescription("Selects objects by label.") List<LabelSelector> objectSelectors,
    @JsonPropertyDescription("Names of objects; * is any.") List<String> objectNames,
    @JsonPropertyDescription(
            "Create the object where it is missing, and leave it alone where it exists.")
        @Nullable Boolean createOnly,
    @JsonPropertyDescription("Names of StatusCollectors for the objects.")
        List<String> statusCollectors,
    @JsonPropertyDescription("Return the status into the object while exactly one cluster runs it.")
        @Nullable Boolean wantSingletonReportedState,
    @JsonPropertyDescription(
            "Return a status that is combined from several clusters into the object.")
        @Nullable Boolean wantMultiWECReportedState)
    implements SelfChecking {

  public DownsyncPolicyClause {
    resources = Copies.of(resources);
    namespaces = Copies.of(namespaces);
    namespaceSelectors = Copies.of(namespaceSelectors);
    objectSelectors = Copies.of(objectSelectors);
    objectNames = Copies.of(objectNames);
    statusCollectors = Copies.of(statusCollectors);
  }

  /** How objects that pass this clause are sent. */
  public Modulation modulation() {
    return new Modulation(
        Boolean.TRUE.equals(createOnly),
        statusCollectors,
        Boolean.TRUE.equals(wantSingletonReportedState),
        Boolean.TRUE.equals(wantMultiWECReportedState));
  }

  /** Whether there is anything that an object can be tested for. */
  public boolean hasTests() {
    return apiGroup != null
        || !resources.isEmpty()
        || !namespaces.isEmpty()
        || !namespaceSelectors.isEmpty()
        || !objectSelectors.isEmpty()
        || !objectNames.isEmpty();
  }

  @Override
  public List<Problem> check() {
    List<Problem> problems = new ArrayList<>();
    if (!hasTests()) {
      problems.add(
          new Problem(
              "clause-without-test",
              "",
              "the clause tests nothing, so it matches no object",
              "add objectSelectors, objectNames, namespaces, namespaceSelectors, resources or"
                  + " apiGroup; to send everything write objectNames: [\"*\"]"));
    }
    Checks.noEmptyNames("resources", resources, problems);
    Checks.noEmptyNames("namespaces", namespaces, problems);
    Checks.noEmptyNames("objectNames", objectNames, problems);
    Checks.noEmptyNames("statusCollectors", statusCollectors, problems);
    if (Boolean.TRUE.equals(wantMultiWECReportedState)) {
      problems.add(
          new Problem(
                  "no-effect",
                  "wantMultiWECReportedState",
                  "wantMultiWECReportedState is read and has no effect",
                  "name statusCollectors, which tell more about several clusters")
              .asWarning());
    }
    for (String resource : resources) {
      if (resource.contains("/")) {
        problems.add(
            new Problem(
                "subresource",
                "resources",
                "\"" + resource + "\" names a subresource, which is never sent by itself",
                "write the resource alone, such as deployments"));
      }
    }
    return problems;
  }
}
