package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known about a game definition. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record GameDefinitionStatus(
    @JsonPropertyDescription("Phase") @Nullable GamePhase phase,
    @JsonPropertyDescription("For people") @Nullable String message,
    @JsonPropertyDescription("What became of each module") List<ResolvedModule> resolvedModules,
    @JsonPropertyDescription("Conditions") List<Condition> conditions) {

  public GameDefinitionStatus {
    resolvedModules = Copies.of(resolvedModules);
    conditions = Copies.of(conditions);
  }

  /** What became of a module of the game. */
  public record ResolvedModule(
      @JsonPropertyDescription("Name of the ModuleManifest") @Required String name,
      @JsonPropertyDescription("Whether it was found") @Required ModuleState status,
      @JsonPropertyDescription("Why not") @Nullable String reason) {}

  /** Whether a module was found. */
  public enum ModuleState {
    @JsonProperty("Found")
    FOUND,
    @JsonProperty("Missing")
    MISSING,
    @JsonProperty("Invalid")
    INVALID
  }
}
