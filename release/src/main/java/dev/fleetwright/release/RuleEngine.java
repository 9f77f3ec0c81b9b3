package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rules of a target one after the other, chooses from what they leave, and says why.
 * Deciding and explaining are one code path: with an explanation the rules also fill in their
 * reasons, and those that come after the one that left nothing are asked too.
 */
public final class RuleEngine {

  private RuleEngine() {}

  /** The verdict alone: what a control loop asks for each target. */
  public static Selection select(Snapshot snapshot, Target target, Instant now) {
    return select(snapshot, target, new Intents(), Micros.of(now));
  }

  /** The verdict alone, given what was admitted since the snapshot was taken. */
  public static Selection select(Snapshot snapshot, Target target, Intents intents, long now) {
    return evaluate(new DeploymentResourceContext(snapshot, target, intents, now, false));
  }

  /** The same verdict with the whole trace. */
  public static Selection explain(Snapshot snapshot, Target target, Instant now) {
    return explain(snapshot, target, new Intents(), Micros.of(now));
  }

  /** The same verdict with the whole trace, given what was admitted since the snapshot. */
  public static Selection explain(Snapshot snapshot, Target target, Intents intents, long now) {
    return evaluate(new DeploymentResourceContext(snapshot, target, intents, now, true));
  }

  /** For contexts that were made by hand. */
  public static Selection evaluate(DeploymentResourceContext context) {
    Plan plan = Plan.of(context);
    Pipeline pipeline = new Pipeline(context, plan);
    Releases left = pipeline.run(plan.rules());
    Chosen chosen = left.isEmpty() ? null : choose(context, plan, left);
    long changesAt = pipeline.changesAt();
    if (chosen != null && chosen.choice == Choice.SEQUENTIAL) {
      changesAt = Math.min(changesAt, context.passedRankChangesAt());
    }
    Selection verdict =
        new Selection(
            context.target().name(),
            context.snapshot().revision(),
            chosen != null
                ? chosen.choice
                : context.availableReleases().isEmpty() ? Choice.NO_RELEASES : Choice.BLOCKED,
            chosen == null ? Change.NONE : change(context, chosen.release),
            chosen == null ? null : chosen.release,
            left.size(),
            pipeline.blockedBy(),
            changesAt,
            List.of(),
            List.of());
    return context.explains() ? withTrace(context, plan, pipeline, verdict) : verdict;
  }

  private record Chosen(Release release, Choice choice) {}

  private static Chosen choose(DeploymentResourceContext context, Plan plan, Releases left) {
    int sequential = -1;
    for (Sequential order : plan.sequentials()) {
      int first = order.firstPending(context, left);
      if (first >= 0 && (sequential < 0 || first < sequential)) {
        sequential = first;
      }
    }
    if (sequential >= 0) {
      return new Chosen(left.at(sequential), Choice.SEQUENTIAL);
    }
    int desired = left.indexOf(context.desiredReleaseId());
    if (desired >= 0) {
      return new Chosen(left.at(desired), Choice.DESIRED);
    }
    Ranking ranking = plan.ranking();
    if (ranking != null) {
      return new Chosen(best(context, ranking, left), Choice.RANKED);
    }
    return new Chosen(left.at(left.newestIndex()), Choice.NEWEST);
  }

  private static Release best(DeploymentResourceContext context, Ranking ranking, Releases left) {
    List<Release> newestFirst = left.newestFirst();
    Release best = newestFirst.getFirst();
    double highest = Double.NaN;
    for (Release release : newestFirst) {
      double score = ranking.score(context, release);
      if (score > highest || (Double.isNaN(highest) && !Double.isNaN(score))) {
        best = release;
        highest = score;
      }
    }
    return best;
  }

  private static Change change(DeploymentResourceContext context, Release chosen) {
    if (chosen.id().equals(context.target().current())) {
      return Change.STAY;
    }
    Release current = context.current();
    return current != null && chosen.isBefore(current) ? Change.ROLLBACK : Change.DEPLOY;
  }

  private static Selection withTrace(
      DeploymentResourceContext context, Plan plan, Pipeline pipeline, Selection verdict) {
    List<RuleTrace> trace = new ArrayList<>(pipeline.trace());
    List<Note> notes = new ArrayList<>();
    Note missed = missedDesire(context, verdict);
    if (missed != null) {
      notes.add(missed);
    }
    for (OrderCheck.Finding finding : OrderCheck.check(context, plan, verdict)) {
      notes.add(finding.note());
      trace.replaceAll(rule ->
          finding.concerns(rule.rule(), rule.policy()) ? rule.withNote(finding.note()) : rule);
    }
    return new Selection(
        verdict.target(),
        verdict.revision(),
        verdict.choice(),
        verdict.change(),
        verdict.chosen(),
        verdict.allowed(),
        verdict.blockedBy(),
        verdict.changesAt(),
        List.copyOf(trace),
        List.copyOf(notes));
  }

  /** A desire that could not be met is said, not passed over. */
  private static @Nullable Note missedDesire(DeploymentResourceContext context, Selection verdict) {
    String desired = context.desiredReleaseId();
    Release chosen = verdict.chosen();
    if (desired == null || chosen == null || chosen.id().equals(desired)) {
      return null;
    }
    if (verdict.choice() == Choice.SEQUENTIAL) {
      return new Note("desired-later", "the desired " + desired + " comes after it");
    }
    return context.availableReleases().indexOf(desired) < 0
        ? new Note(
            "desired-unknown",
            "the desired " + desired + " is no release of " + context.deployment())
        : new Note("desired-not-allowed", "the desired " + desired + " is not allowed");
  }

  /** The outcome for another order of rules; null when nothing is allowed. */
  static @Nullable String outcome(
      DeploymentResourceContext context, Plan plan, List<DeploymentResourceRule> rules) {
    Releases left = new Pipeline(context, plan).run(rules);
    return left.isEmpty() ? null : choose(context, plan, left).release.id();
  }
}
