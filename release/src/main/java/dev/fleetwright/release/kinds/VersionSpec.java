package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a release is a release of. */
public record VersionSpec(
    @JsonPropertyDescription("The version as people say it, such as 2.1.0.") @Nullable String tag,
    @JsonPropertyDescription("Configuration that belongs to this version.")
        Map<String, @Nullable Object> config,
    @JsonPropertyDescription(
            "Marks that rules read, such as requiresSequentialUpgrade: \"true\"; exact strings.")
        Map<String, String> metadata) {

  public VersionSpec {
    config = Copies.of(config);
    metadata = Copies.of(metadata);
  }
}
