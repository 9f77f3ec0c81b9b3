package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of {@code spec.requires}. */
public record RequiredCapability(
    @JsonPropertyDescription("Identifier such as time.source") @Required String capabilityId,
    @JsonPropertyDescription("SemVer range such as ^1.2.0") @Required String versionConstraint,
    @JsonPropertyDescription("Scope that the provider must have") @Required Scope scope,
    @JsonPropertyDescription("1 for one provider, many for all that advertise many") @Required
        Multiplicity multiplicity,
    @JsonPropertyDescription("Whether the world can do without it") @Required
        DependencyMode dependencyMode,
    @JsonPropertyDescription("Features") @Nullable Features features,
    @JsonPropertyDescription("Figures that the provider must reach") @Nullable Nfr nfr) {

  public List<String> requiredFeatures() {
    return features == null ? List.of() : features.required();
  }

  public List<String> preferredFeatures() {
    return features == null ? List.of() : features.preferred();
  }

  public Nfr wishes() {
    return nfr == null ? Nfr.NONE : nfr;
  }

  /** Optional parts of a capability that the consumer wants. */
  public record Features(
      @JsonPropertyDescription("A provider without one of these is no candidate")
          List<String> required,
      @JsonPropertyDescription(
              "Among providers of one version the one with most of these is chosen")
          List<String> preferred) {

    public Features {
      required = Copies.of(required);
      preferred = Copies.of(preferred);
    }
  }
}
