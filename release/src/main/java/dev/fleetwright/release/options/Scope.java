package dev.fleetwright.release.options;

import dev.fleetwright.release.Glob;
import dev.fleetwright.release.LabelSelector;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Target;
import java.util.List;

/** What one rule of a policy is about; the rest passes it untouched. */
public record Scope(
    List<Glob> environments, List<Glob> deployments, LabelSelector resources, List<Glob> versions) {

  public static final Scope ALL = new Scope(List.of(), List.of(), LabelSelector.ALL, List.of());

  public Scope {
    environments = List.copyOf(environments);
    deployments = List.copyOf(deployments);
    versions = List.copyOf(versions);
  }

  public boolean matches(Target target) {
    return Glob.anyMatches(environments, target.environment())
        && Glob.anyMatches(deployments, target.deployment())
        && resources.matches(target.resource().labels());
  }

  /** Those of the candidates that the rule is about. */
  public Releases of(Releases candidates) {
    if (versions.isEmpty()) {
      return candidates;
    }
    Releases mine =
        candidates.derived(
            this, all -> Releases.of(all).filter(release -> matchesVersion(release)));
    return candidates.filter(release -> mine.indexOf(release.id()) >= 0);
  }

  private boolean matchesVersion(Release release) {
    return Glob.anyMatches(versions, release.version().tag())
        || Glob.anyMatches(versions, release.id());
  }
}
