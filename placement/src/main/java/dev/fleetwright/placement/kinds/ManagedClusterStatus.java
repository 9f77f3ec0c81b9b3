package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known about a cluster. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ManagedClusterStatus(
    @JsonPropertyDescription("Whether it joined, is accepted and available.")
        List<Condition> conditions,
    @JsonPropertyDescription("All of its resources.") Map<String, String> capacity,
    @JsonPropertyDescription("Resources that can be used.") Map<String, String> allocatable,
    @JsonPropertyDescription("Its version.") @Nullable Version version,
    @JsonPropertyDescription("Facts that the cluster states about itself.")
        List<ClusterClaim> clusterClaims) {

  public ManagedClusterStatus {
    conditions = Copies.of(conditions);
    capacity = Copies.of(capacity);
    allocatable = Copies.of(allocatable);
    clusterClaims = Copies.of(clusterClaims);
  }

  /** A cluster's version. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Version(
      @JsonPropertyDescription("The version of Kubernetes.") @Nullable String kubernetes) {}

  /** A fact that a cluster states about itself. */
  public record ClusterClaim(
      @JsonPropertyDescription("What it is about.") String name,
      @JsonPropertyDescription("The fact.") String value) {}
}
