package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one person says about one release.
 *
 * @param environment null for all
 * @param resource null for all
 * @param at microseconds since 1970; it does not exist before
 * @param expiresAt it does not count from then on; {@link Micros#NEVER} when it does not expire
 */
public record Approval(
    String release,
    @Nullable String environment,
    @Nullable String resource,
    String approver,
    List<String> groups,
    boolean approved,
    long at,
    long expiresAt) {

  public Approval {
    groups = List.copyOf(groups);
  }

  public boolean isAbout(Target target) {
    return (environment == null || environment.equals(target.environment()))
        && (resource == null || resource.equals(target.resource().name()));
  }
}
