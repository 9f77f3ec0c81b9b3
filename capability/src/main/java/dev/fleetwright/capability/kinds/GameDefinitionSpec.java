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

/** Which modules make up a game. */
public record GameDefinitionSpec(
    @JsonPropertyDescription("Identifier") @Nullable String gameId,
    @JsonPropertyDescription("Version") @Nullable String version,
    @JsonPropertyDescription("What it is") @Nullable String description,
    @JsonPropertyDescription("The modules, by the names of their manifests")
        @JsonProperty(required = true)
        @Required
        List<GameModule> modules,
    @JsonPropertyDescription("Defaults of its worlds") @Nullable Defaults defaults,
    @JsonPropertyDescription("Modules that belong together") List<Colocation> colocation) {

  public GameDefinitionSpec {
    modules = Copies.of(modules);
    colocation = Copies.of(colocation);
  }

  /** A module of a game. */
  public record GameModule(
      @JsonPropertyDescription("Name of the ModuleManifest") @Required String name,
      @JsonPropertyDescription("Whether the game cannot do without it")
          @JsonProperty(defaultValue = "true")
          @Default("true")
          @Nullable Boolean required,
      @JsonPropertyDescription("Scope in which the game wants it") @Nullable Scope desiredScope,
      @JsonPropertyDescription("Parameters of the module") @PreserveUnknownFields
          Map<String, Object> parameters) {

    public GameModule {
      parameters = Copies.ofValues(parameters);
    }

    public boolean mustExist() {
      return required == null || required;
    }
  }

  /** Defaults of the worlds of a game. */
  public record Defaults(
      @JsonPropertyDescription("Region") @Nullable String region,
      @JsonPropertyDescription("Shards") @Min(1) @Nullable Integer shardCount,
      @JsonPropertyDescription("Ticks per second") @Min(0) @Nullable Double tickRateHz) {}

  /** Modules that belong together. */
  public record Colocation(
      @JsonPropertyDescription("Name") @Nullable String name,
      @JsonPropertyDescription("Modules") List<String> modules,
      @JsonPropertyDescription("What they share") @Nullable ColocationStrategy strategy) {

    public Colocation {
      modules = Copies.of(modules);
    }
  }

  /** What colocated modules share. */
  public enum ColocationStrategy {
    @JsonProperty("Node")
    NODE,
    @JsonProperty("Pod")
    POD
  }
}
