package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known about a binding. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CapabilityBindingStatus(
    @JsonPropertyDescription("Generation that this was seen at") @Nullable Long observedGeneration,
    @JsonPropertyDescription("Phase") @Nullable BindingPhase phase,
    @JsonPropertyDescription("The last decision, or what is wrong") @Nullable String message,
    @JsonPropertyDescription("The provider as found") @Nullable BoundProvider provider,
    @JsonPropertyDescription("Where the provider answers") @Nullable String resolvedEndpoint,
    @JsonPropertyDescription("When it was last resolved, RFC 3339")
        @Nullable String lastResolvedTime,
    @JsonPropertyDescription("Conditions") List<Condition> conditions) {

  public CapabilityBindingStatus {
    conditions = Copies.of(conditions);
  }

  /** The provider as found. */
  public record BoundProvider(
      @JsonPropertyDescription("Where it answers") @Nullable Endpoint endpoint) {}

  /** Where a provider answers. */
  public record Endpoint(
      @JsonPropertyDescription("kubernetesService or url") @Nullable EndpointType type,
      @JsonPropertyDescription("Name or address") @Nullable String value,
      @JsonPropertyDescription("Port") @Nullable Integer port) {}

  /** How an endpoint is named. */
  public enum EndpointType {
    @JsonProperty("kubernetesService")
    KUBERNETES_SERVICE,
    @JsonProperty("url")
    URL
  }
}
