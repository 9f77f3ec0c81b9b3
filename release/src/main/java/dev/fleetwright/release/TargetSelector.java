package dev.fleetwright.release;

import java.util.List;

/** Which targets something is about; parts that are empty match all. */
public record TargetSelector(
    List<Glob> environments,
    List<Glob> deployments,
    List<Glob> targets,
    List<Glob> worlds,
    LabelSelector resources) {

  public static final TargetSelector ALL =
      new TargetSelector(List.of(), List.of(), List.of(), List.of(), LabelSelector.ALL);

  public TargetSelector {
    environments = List.copyOf(environments);
    deployments = List.copyOf(deployments);
    targets = List.copyOf(targets);
    worlds = List.copyOf(worlds);
  }

  public boolean matches(Target target) {
    return Glob.anyMatches(environments, target.environment())
        && Glob.anyMatches(deployments, target.deployment())
        && Glob.anyMatches(targets, target.name())
        && Glob.anyMatches(worlds, target.world())
        && resources.matches(target.resource().labels());
  }
}
