package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pass of candidates through rules. */
final class Pipeline {

  private final DeploymentResourceContext context;
  private final Plan plan;
  private final List<RuleTrace> trace = new ArrayList<>(0);
  private long changesAt = Micros.NEVER;
  private @Nullable String blockedBy;

  Pipeline(DeploymentResourceContext context, Plan plan) {
    this.context = context;
    this.plan = plan;
  }

  /**
   * What all rules leave. The first that leaves nothing decides; when reasons are wanted, the rest
   * see what that one saw and do not count.
   */
  Releases run(List<DeploymentResourceRule> rules) {
    Releases candidates = context.availableReleases();
    boolean decided = candidates.isEmpty();
    Releases verdict = candidates;
    for (int i = 0; i < rules.size(); i++) {
      if (decided && !context.explains()) {
        break;
      }
      DeploymentResourceRule rule = rules.get(i);
      DeploymentResourceRuleResult result = ask(rule, candidates);
      Releases kept = bypassed(rule, candidates, result, !decided);
      if (!decided) {
        changesAt = Math.min(changesAt, result.changesAt());
      }
      if (context.explains()) {
        addTrace(rule, i, candidates, kept, result, !decided);
      }
      if (!kept.isEmpty()) {
        candidates = kept;
      } else if (!decided) {
        decided = true;
        blockedBy = rule.name();
        verdict = kept;
      }
    }
    return decided ? verdict : candidates;
  }

  long changesAt() {
    return changesAt;
  }

  @Nullable String blockedBy() {
    return blockedBy;
  }

  List<RuleTrace> trace() {
    return trace;
  }

  /** A rule that fails removes everything, and a rule cannot add what was no candidate. */
  private DeploymentResourceRuleResult ask(DeploymentResourceRule rule, Releases candidates) {
    DeploymentResourceRuleResult result;
    try {
      result = rule.filter(context, candidates);
    } catch (RuntimeException e) {
      Narrowing nothing = new Narrowing(context, candidates);
      nothing.removeAll(candidates);
      nothing.becauseAll(
          candidates,
          Reason.of("rule-failed", "the rule failed: " + e)
              .action("repair the rule " + rule.name()));
      return nothing.result();
    }
    Releases allowed = result.allowed();
    if (allowed.sameAs(candidates)) {
      return result;
    }
    Releases safe =
        allowed.sharesUniverseWith(candidates)
            ? candidates.masked(allowed.copyOfBits())
            : candidates.intersect(allowed);
    return new DeploymentResourceRuleResult(
        safe, result.changesAt(), result.removals(), result.notes());
  }

  private Releases bypassed(
      DeploymentResourceRule rule,
      Releases candidates,
      DeploymentResourceRuleResult result,
      boolean counts) {
    Releases kept = result.allowed();
    for (int i = 0; i < plan.bypasses().size(); i++) {
      Bypass bypass = plan.bypasses().get(i);
      if (!bypass.isAbout(rule)) {
        continue;
      }
      if (counts) {
        changesAt = Math.min(changesAt, bypass.term().changesAfter(context.now()));
      }
      int index = candidates.indexOf(bypass.release());
      if (bypass.term().holdsAt(context.now())
          && index >= 0
          && kept.indexOf(bypass.release()) < 0) {
        long[] bits = kept.copyOfBits();
        bits[index >>> 6] |= 1L << index;
        kept = candidates.masked(bits);
      }
    }
    return kept;
  }

  private void addTrace(
      DeploymentResourceRule rule,
      int place,
      Releases candidates,
      Releases kept,
      DeploymentResourceRuleResult result,
      boolean decisive) {
    boolean silent = kept.size() == candidates.size() && result.notes().isEmpty();
    if (place < plan.fixed() && silent && kept.equals(result.allowed())) {
      return; // no freeze or pin holds here: nothing to say
    }
    List<Removal> removed = new ArrayList<>();
    List<Note> notes = new ArrayList<>(result.notes());
    for (Release release : candidates) {
      if (kept.indexOf(release.id()) < 0) {
        removed.add(new Removal(release.id(), reasonFor(rule, release, result)));
      } else if (result.allowed().indexOf(release.id()) < 0) {
        notes.add(bypassNote(rule, release));
      }
    }
    trace.add(
        new RuleTrace(
            rule.name(),
            rule.type(),
            plan.policies().get(place),
            decisive,
            kept.ids(),
            removed,
            context.availableReleases().filter(r -> candidates.indexOf(r.id()) < 0).ids(),
            notes));
  }

  private static Reason reasonFor(
      DeploymentResourceRule rule, Release release, DeploymentResourceRuleResult result) {
    for (Removal removal : result.removals()) {
      if (removal.release().equals(release.id())) {
        return removal.reason();
      }
    }
    return Reason.of("removed-by-rule", rule.name() + " does not allow it");
  }

  private Note bypassNote(DeploymentResourceRule rule, Release release) {
    for (Bypass bypass : plan.bypasses()) {
      if (bypass.isAbout(rule)
          && bypass.release().equals(release.id())
          && bypass.term().holdsAt(context.now())) {
        return new Note(
            "bypassed",
            release.id()
                + " passes by a bypass of "
                + bypass.term().author()
                + " until "
                + Micros.text(bypass.term().expiresAt())
                + ": "
                + bypass.term().reason());
      }
    }
    throw new IllegalStateException("kept without a bypass: " + release.id());
  }
}
