package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.List;
import java.util.Set;

/** Removes everything while a freeze holds. Stands before all rules of policies. */
final class FreezeRule implements DeploymentResourceRule {

  static final String TYPE = "Freeze";
  static final FreezeRule INSTANCE = new FreezeRule();

  @Override
  public String name() {
    return TYPE;
  }

  @Override
  public boolean comparesCandidates() {
    return false;
  }

  @Override
  public Set<Fact> reads() {
    return Set.of();
  }

  @Override
  public DeploymentResourceRuleResult filter(
      DeploymentResourceContext context, Releases candidates) {
    Narrowing answer = new Narrowing(context, candidates);
    boolean frozen = false;
    List<Freeze> freezes = context.snapshot().freezes();
    for (Freeze freeze : freezes) {
      if (!freeze.selector().matches(context.target())) {
        continue;
      }
      answer.changesAt(freeze.term().changesAfter(context.now()));
      if (freeze.term().holdsAt(context.now()) && !frozen) {
        frozen = true;
        answer.removeAll(candidates);
        if (answer.explains()) {
          Term term = freeze.term();
          answer.becauseAll(
              candidates,
              Reason.of(
                      "frozen",
                      "frozen until "
                          + Micros.text(term.expiresAt())
                          + " by "
                          + term.author()
                          + ": "
                          + term.reason())
                  .with("freeze", freeze.name())
                  .with("author", term.author())
                  .with("reason", term.reason())
                  .with("expiresAt", Micros.text(term.expiresAt()))
                  .action(term.author() + " can lift the freeze; a bypass of Freeze gets past it"));
        }
      }
    }
    return answer.result();
  }
}
