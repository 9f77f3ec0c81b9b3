package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known about a module manifest. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ModuleManifestStatus(
    @JsonPropertyDescription("Generation that this was seen at") @Nullable Long observedGeneration,
    @JsonPropertyDescription("Phase") @Nullable ManifestPhase phase,
    @JsonPropertyDescription("For people") @Nullable String message,
    @JsonPropertyDescription("Capability ids that nothing satisfies")
        List<String> unresolvedRequires,
    @JsonPropertyDescription("Conditions") List<Condition> conditions) {

  public ModuleManifestStatus {
    unresolvedRequires = Copies.of(unresolvedRequires);
    conditions = Copies.of(conditions);
  }
}
