package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reference to an object without a namespace, and how it is sent. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ClusterScopeDownsyncClause(
    @JsonPropertyDescription("The API group; empty is the core group.")
        @JsonInclude(JsonInclude.Include.ALWAYS)
        @Nullable String group,
    @JsonPropertyDescription("The API version.") @Required String version,
    @JsonPropertyDescription("The resource in plural.") @Required String resource,
    @JsonPropertyDescription("The name of the object.") @Required String name,
    @JsonPropertyDescription("The version of the object that is sent.")
        @Nullable String resourceVersion,
    @JsonPropertyDescription("Create only, never update.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Boolean createOnly,
    @JsonPropertyDescription("Names of StatusCollectors, sorted.") List<String> statusCollectors,
    @JsonPropertyDescription("Whether singleton status return is requested.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Boolean wantSingletonReportedState,
    @JsonPropertyDescription("Whether combined status return is requested.")
        @JsonProperty("wantMultiWECReportedState")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Boolean wantMultiWECReportedState) {

  public ClusterScopeDownsyncClause {
    group = group == null ? "" : group;
    statusCollectors = Copies.of(statusCollectors);
  }

  public Modulation modulation() {
    return new Modulation(
        Boolean.TRUE.equals(createOnly),
        statusCollectors,
        Boolean.TRUE.equals(wantSingletonReportedState),
        Boolean.TRUE.equals(wantMultiWECReportedState));
  }
}
