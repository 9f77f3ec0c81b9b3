package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** Which object a cluster reports about. */
public record WorkStatusSpec(
    @JsonPropertyDescription("The object.") @Required SourceRef sourceRef) {

  /** A reference to an object of the hub. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SourceRef(
      @JsonPropertyDescription("The API group; empty is the core group.") @Nullable String group,
      @JsonPropertyDescription("The API version.") @Nullable String version,
      @JsonPropertyDescription("The resource in plural.") @Required String resource,
      @JsonPropertyDescription("The kind.") @Nullable String kind,
      @JsonPropertyDescription("The name.") @Required String name,
      @JsonPropertyDescription("The namespace; empty for an object without one.")
          @Nullable String namespace) {

    public SourceRef {
      group = group == null ? "" : group;
      namespace = namespace == null ? "" : namespace;
    }
  }
}
