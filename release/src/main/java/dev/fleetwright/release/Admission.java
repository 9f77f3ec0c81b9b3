package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides for many targets as one: in sorted order, each with the intents of those before it, so
 * that limits hold for all of them together.
 */
public final class Admission {

  private Admission() {}

  /** One answer per target, sorted by name. Adds to the intents what it admits. */
  public static List<Selection> admit(
      Snapshot snapshot, List<Target> targets, Intents intents, long now, boolean explain) {
    List<Target> sorted = new ArrayList<>(targets);
    sorted.sort(java.util.Comparator.comparing(Target::name));
    List<Selection> answers = new ArrayList<>(sorted.size());
    for (Target target : sorted) {
      Selection answer =
          RuleEngine.evaluate(
              new DeploymentResourceContext(snapshot, target, intents, now, explain));
      answers.add(answer);
      Release chosen = answer.chosen();
      if (chosen != null && answer.change().moves() && !isUnderWay(target, chosen, now)) {
        intents.add(target, chosen.id(), now);
      }
    }
    return answers;
  }

  /** Whether the chosen release is on its way there already. */
  public static boolean isUnderWay(Target target, Release chosen, long now) {
    return target.jobs().stream()
        .anyMatch(job -> job.release().equals(chosen.id()) && job.isRunningAt(now));
  }
}
