package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known about a world. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record WorldInstanceStatus(
    @JsonPropertyDescription("Generation that this was seen at") @Nullable Long observedGeneration,
    @JsonPropertyDescription("Phase") @Nullable WorldPhase phase,
    @JsonPropertyDescription("A concise summary for people") @Nullable String message,
    @JsonPropertyDescription("What each shard does") @PreserveUnknownFields
        List<Map<String, Object>> shardStatuses,
    @JsonPropertyDescription("Conditions") List<Condition> conditions,
    @JsonPropertyDescription("How it stands at its clusters") @Nullable Clusters clusters) {

  public WorldInstanceStatus {
    shardStatuses = Copies.ofValues(shardStatuses);
    conditions = Copies.of(conditions);
  }

  public static final WorldInstanceStatus NONE =
      new WorldInstanceStatus(null, null, null, List.of(), List.of(), null);

  /** How many clusters a world has, how many do as desired, and some that do not. */
  public record Clusters(
      @JsonPropertyDescription("Clusters of the world") int total,
      @JsonPropertyDescription("Clusters that do as desired") int running,
      @JsonPropertyDescription("The first clusters that do not, by name") List<Behind> notRunning) {

    public Clusters {
      notRunning = Copies.of(notRunning);
    }
  }

  /** A cluster that does not do as desired. */
  public record Behind(
      @JsonPropertyDescription("Name of the ManagedCluster") String name,
      @JsonPropertyDescription("What it does") String phase,
      @JsonPropertyDescription("Why, where that is known") @Nullable String message) {}

  /** The condition of a type, when there is one. */
  public @Nullable Condition condition(String type) {
    for (Condition condition : conditions) {
      if (condition.type().equals(type)) {
        return condition;
      }
    }
    return null;
  }
}
