package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A deployable version. Its id is the object's name. */
public record ReleaseSpec(
    @JsonPropertyDescription("What it is a release of: the name of its ModuleManifest.")
        String deployment,
    @JsonPropertyDescription("When it was made, RFC 3339; the object's creation time by default.")
        @Nullable String createdAt,
    @JsonPropertyDescription("The version that it deploys.") @Nullable VersionSpec version,
    @JsonPropertyDescription("Variables for the deployment.")
        Map<String, @Nullable Object> variables,
    @JsonPropertyDescription("The OPM module that is rendered for it.")
        Map<String, @Nullable Object> module) {

  public ReleaseSpec {
    variables = Copies.of(variables);
    module = Copies.of(module);
  }
}
