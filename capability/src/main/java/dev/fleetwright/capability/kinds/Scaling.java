package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a module wants to be scaled. Carried, not interpreted by the resolver. */
public record Scaling(
    @JsonPropertyDescription("Scope of one instance") @Nullable Scope defaultScope,
    @JsonPropertyDescription("Whether instances keep state") @Nullable Statefulness statefulness,
    @JsonPropertyDescription("How work is divided") @Nullable Sharding sharding,
    @JsonPropertyDescription("Replicas") @Nullable Autoscaling autoscaling) {

  /** How work is divided over instances. */
  public record Sharding(
      @JsonPropertyDescription("Strategy") @Nullable ShardingStrategy strategy,
      @JsonPropertyDescription("Key by which work is divided") @Nullable String key) {}

  /** How many replicas. */
  public record Autoscaling(
      @JsonPropertyDescription("Fewest replicas") @Min(0) @Nullable Integer minReplicas,
      @JsonPropertyDescription("Most replicas") @Min(0) @Nullable Integer maxReplicas,
      @JsonPropertyDescription("What to scale by") List<MetricHint> metricHints) {

    public Autoscaling {
      metricHints = Copies.of(metricHints);
    }
  }

  /** A metric to scale by. */
  public record MetricHint(
      @JsonPropertyDescription("Kind of metric") @Nullable MetricType type,
      @JsonPropertyDescription("Target, as a number or with a unit") @PreserveUnknownFields
          @Nullable Object target) {}

  /** Whether instances keep state. */
  public enum Statefulness {
    @JsonProperty("stateless")
    STATELESS,
    @JsonProperty("stateful")
    STATEFUL
  }

  /** How work is divided. */
  public enum ShardingStrategy {
    @JsonProperty("none")
    NONE,
    @JsonProperty("world")
    WORLD,
    @JsonProperty("world-shard")
    WORLD_SHARD,
    @JsonProperty("session")
    SESSION,
    @JsonProperty("custom")
    CUSTOM
  }

  /** What to scale by. */
  public enum MetricType {
    @JsonProperty("cpu")
    CPU,
    @JsonProperty("memory")
    MEMORY,
    @JsonProperty("rps")
    RPS,
    @JsonProperty("tick-lag")
    TICK_LAG,
    @JsonProperty("custom")
    CUSTOM
  }
}
