package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of {@code spec.provides}. */
public record ProvidedCapability(
    @JsonPropertyDescription("Identifier such as time.source") @Required String capabilityId,
    @JsonPropertyDescription("SemVer version of the capability") @Required String version,
    @JsonPropertyDescription("How far it reaches") @Required Scope scope,
    @JsonPropertyDescription("1, or many for a pool") @Required Multiplicity multiplicity,
    @JsonPropertyDescription("Features") @Nullable Features features,
    @JsonPropertyDescription("Promises beyond the interface") @Nullable Nfr nfr,
    @JsonPropertyDescription("How it is called") @Nullable CapabilityInterfaces interfaces) {

  public List<String> supportedFeatures() {
    return features == null ? List.of() : features.supported();
  }

  public Nfr promises() {
    return nfr == null ? Nfr.NONE : nfr;
  }

  /** Optional parts of a capability that this provider has. */
  public record Features(@JsonPropertyDescription("Names of features") List<String> supported) {

    public Features {
      supported = Copies.of(supported);
    }
  }
}
