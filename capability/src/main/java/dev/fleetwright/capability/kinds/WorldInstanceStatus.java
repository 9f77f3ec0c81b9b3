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
    @JsonPropertyDescription("Conditions") List<Condition> conditions) {

  public WorldInstanceStatus {
    shardStatuses = Copies.ofValues(shardStatuses);
    conditions = Copies.of(conditions);
  }

  public static final WorldInstanceStatus NONE =
      new WorldInstanceStatus(null, null, null, List.of(), List.of());

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
