package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cluster of the inventory. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ManagedClusterSpec(
    @JsonPropertyDescription("Whether the hub accepts the cluster.")
        @Nullable Boolean hubAcceptsClient,
    @JsonPropertyDescription("How long the cluster's lease lasts.")
        @Nullable Integer leaseDurationSeconds,
    @JsonPropertyDescription("How the hub reaches the cluster.")
        List<ClientConfig> managedClusterClientConfigs,
    @JsonPropertyDescription("Taints of the cluster.") List<Taint> taints) {

  public ManagedClusterSpec {
    managedClusterClientConfigs = Copies.of(managedClusterClientConfigs);
    taints = Copies.of(taints);
  }

  /** An address of the cluster. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ClientConfig(
      @JsonPropertyDescription("The address of its API server.") String url,
      @JsonPropertyDescription("Its certificate authority, in base64.")
          @Nullable String caBundle) {}

  /** Keeps placements away that do not tolerate it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Taint(
      @JsonPropertyDescription("The key.") String key,
      @JsonPropertyDescription("The value.") @Nullable String value,
      @JsonPropertyDescription("NoSelect, PreferNoSelect or NoSelectIfNew.") String effect,
      @JsonPropertyDescription("When the taint was added.") @Nullable String timeAdded) {}
}
