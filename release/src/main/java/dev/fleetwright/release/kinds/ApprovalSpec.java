package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one person says about one release. */
public record ApprovalSpec(
    @JsonPropertyDescription("The release that it is about.") String release,
    @JsonPropertyDescription("Only for this environment; for all when left out.")
        @Nullable String environment,
    @JsonPropertyDescription("Only for this resource; for all when left out.")
        @Nullable String resource,
    @JsonPropertyDescription("Who says it.") String approver,
    @JsonPropertyDescription("The groups that the approver belongs to.") List<String> groups,
    @JsonPropertyDescription("approved or rejected.") String verdict,
    @JsonPropertyDescription("When it was said, RFC 3339.") @Nullable String at,
    @JsonPropertyDescription("When it stops to count, RFC 3339; never by default.")
        @Nullable String expiresAt,
    @JsonPropertyDescription("Why.") @Nullable String comment) {

  public ApprovalSpec {
    groups = Copies.of(groups);
  }
}
