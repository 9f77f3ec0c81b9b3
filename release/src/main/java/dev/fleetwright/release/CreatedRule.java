package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.Set;

/** What is not made yet cannot be chosen: matters when looking back or ahead in time. */
final class CreatedRule implements DeploymentResourceRule {

  static final CreatedRule INSTANCE = new CreatedRule();

  @Override
  public String name() {
    return "Created";
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
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      long createdAt = candidates.at(i).createdAt();
      if (createdAt > context.now()) {
        answer.remove(i);
        answer.changesAt(createdAt);
        if (answer.explains()) {
          answer.because(
              i,
              Reason.of("not-created-yet", "it is made at " + Micros.text(createdAt))
                  .with("createdAt", Micros.text(createdAt)));
        }
      }
    }
    return answer.result();
  }
}
