package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A running, or to be run, copy of a game. */
public record WorldInstanceSpec(
    @JsonPropertyDescription("The game") @Required GameRef gameRef,
    @JsonPropertyDescription("Identifier") @Nullable String worldId,
    @JsonPropertyDescription("Region") @Nullable String region,
    @JsonPropertyDescription("Shards") @Min(1) @Nullable Integer shardCount,
    @JsonPropertyDescription("Whether the world should run")
        @JsonProperty(defaultValue = "Running")
        @Default("Running")
        @Nullable DesiredState desiredState,
    @JsonPropertyDescription("Which clusters run it; by default those of its region")
        @Nullable Placement placement,
    @JsonPropertyDescription(
            "Names of StatusCollectors that combine what the clusters report of this world")
        List<String> statusCollectors,
    @JsonPropertyDescription("Parameters of the world") @PreserveUnknownFields
        Map<String, Object> parameters) {

  public WorldInstanceSpec {
    statusCollectors = Copies.of(statusCollectors);
    parameters = Copies.ofValues(parameters);
  }

  public boolean shouldRun() {
    return desiredState != DesiredState.STOPPED;
  }

  /** Names a game in the namespace of the world. */
  public record GameRef(
      @JsonPropertyDescription("Name of the GameDefinition") @Required String name) {}

  /** Which clusters run a world. */
  public record Placement(
      @JsonPropertyDescription("A cluster that one of these selects runs the world")
          List<LabelSelector> clusterSelectors) {

    public Placement {
      clusterSelectors = Copies.of(clusterSelectors);
    }
  }
}
