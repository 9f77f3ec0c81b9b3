package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a module provides and what it requires. */
public record ModuleManifestSpec(
    @JsonPropertyDescription("About the module itself") @Nullable ModuleInfo module,
    @JsonPropertyDescription("Capabilities that the module provides")
        List<ProvidedCapability> provides,
    @JsonPropertyDescription("Capabilities that the module needs")
        List<RequiredCapability> requires,
    @JsonPropertyDescription("How the module wants to be scaled") @Nullable Scaling scaling) {

  public ModuleManifestSpec {
    provides = Copies.of(provides);
    requires = Copies.of(requires);
  }

  /** About a module. */
  public record ModuleInfo(
      @JsonPropertyDescription("Identifier") @Nullable String id,
      @JsonPropertyDescription("Version of the module; its capabilities have their own")
          @Nullable String version,
      @JsonPropertyDescription("What it is") @Nullable String description,
      @JsonPropertyDescription("Who answers for it") List<String> owners,
      @JsonPropertyDescription("Where its source is") @Nullable String repo,
      @JsonPropertyDescription("License") @Nullable String license) {

    public ModuleInfo {
      owners = Copies.of(owners);
    }
  }
}
