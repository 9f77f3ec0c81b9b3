package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which module serves a requirement of another in a world. */
public record CapabilityBindingSpec(
    @JsonPropertyDescription("Identifier such as time.source") @Required String capabilityId,
    @JsonPropertyDescription("Scope of both sides") @Required Scope scope,
    @JsonPropertyDescription("Multiplicity of the requirement") @Required Multiplicity multiplicity,
    @JsonPropertyDescription("The world") @Nullable WorldRef worldRef,
    @JsonPropertyDescription("Who requires") @Required Consumer consumer,
    @JsonPropertyDescription("Who provides") @Required Provider provider) {

  /** Names a world. */
  public record WorldRef(
      @JsonPropertyDescription("Name of the WorldInstance") @Required String name) {}

  /** The module that requires. */
  public record Consumer(
      @JsonPropertyDescription("Name of the ModuleManifest") @Required String moduleManifestName,
      @JsonPropertyDescription("What it requires") @Nullable Requirement requirement) {}

  /** What the consumer requires. */
  public record Requirement(
      @JsonPropertyDescription("SemVer range") @Nullable String versionConstraint,
      @JsonPropertyDescription("Whether the world can do without it")
          @Nullable DependencyMode dependencyMode,
      @JsonPropertyDescription("Features that the provider must have")
          List<String> requiredFeatures,
      @JsonPropertyDescription("Features that decide between providers of one version")
          List<String> preferredFeatures) {

    public Requirement {
      requiredFeatures = Copies.of(requiredFeatures);
      preferredFeatures = Copies.of(preferredFeatures);
    }
  }

  /** The module that provides. */
  public record Provider(
      @JsonPropertyDescription("Name of the ModuleManifest") @Required String moduleManifestName,
      @JsonPropertyDescription("Version of the capability") @Nullable String capabilityVersion) {}
}
