package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which targets a change of facts can concern: exactly these are evaluated again. What changes the
 * rules themselves is answered by selector: see {@link #by(Snapshot, TargetSelector)}.
 */
public final class Touched {

  private Touched() {}

  /** A new, changed or withdrawn approval. */
  public static List<Target> by(Snapshot snapshot, Approval approval) {
    List<Target> touched = new ArrayList<>();
    snapshot
        .releases()
        .forEach((deployment, releases) -> {
          if (releases.indexOf(approval.release()) >= 0) {
            for (Target target : snapshot.fleet().ofDeployment(deployment)) {
              if (approval.isAbout(target)
                  && hasRule(snapshot, target, r -> r.reads().contains(Fact.APPROVALS))) {
                touched.add(target);
              }
            }
          }
        });
    return touched;
  }

  /** A change at a target: its jobs, its current release or its health; the target comes too. */
  public static List<Target> by(Snapshot snapshot, Target changed) {
    List<Target> touched = new ArrayList<>();
    for (Target target : snapshot.fleet().targets()) {
      if (target.name().equals(changed.name())
          || hasRule(snapshot, target, rule -> rule.isTouchedBy(target, changed))) {
        touched.add(target);
      }
    }
    return touched;
  }

  /** A new release: the targets of its deployment. */
  public static List<Target> by(Snapshot snapshot, Release release) {
    return snapshot.fleet().ofDeployment(release.deployment());
  }

  /**
   * A new, changed or removed policy, freeze, pin or bypass: by what it selects, before and after.
   */
  public static List<Target> by(Snapshot snapshot, TargetSelector selector) {
    return snapshot.fleet().targets().stream().filter(selector::matches).toList();
  }

  private static boolean hasRule(
      Snapshot snapshot, Target target, Predicate<DeploymentResourceRule> wanted) {
    for (Policy policy : snapshot.policies()) {
      if (policy.selector().matches(target)) {
        for (DeploymentResourceRule rule : policy.rules()) {
          if (wanted.test(rule)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
