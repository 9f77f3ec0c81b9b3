package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Keeps the pinned release, and the sequential upgrades on the way to it. Two pins on different
 * releases leave nothing: nobody can tell which of the two people is right.
 */
final class PinRule implements DeploymentResourceRule {

  static final String TYPE = "Pin";
  private final List<Sequential> sequentials;

  PinRule(List<Sequential> sequentials) {
    this.sequentials = sequentials;
  }

  @Override
  public String name() {
    return TYPE;
  }

  @Override
  public Set<Fact> reads() {
    return Set.of(Fact.JOBS);
  }

  @Override
  public boolean isTouchedBy(Target self, Target other) {
    return false;
  }

  @Override
  public DeploymentResourceRuleResult filter(
      DeploymentResourceContext context, Releases candidates) {
    Narrowing answer = new Narrowing(context, candidates);
    List<Pin> holding = new ArrayList<>();
    for (Pin pin : context.snapshot().pins()) {
      if (pin.selector().matches(context.target())) {
        answer.changesAt(pin.term().changesAfter(context.now()));
        if (pin.term().holdsAt(context.now())) {
          holding.add(pin);
        }
      }
    }
    if (holding.isEmpty()) {
      return answer.result();
    }
    answer.changesAt(context.passedRankChangesAt());
    if (answer.explains()) {
      holding.forEach(pin ->
          answer.note(
              new Note(
                  "pinned",
                  "pinned to "
                      + pin.release()
                      + " by "
                      + pin.term().author()
                      + " until "
                      + Micros.text(pin.term().expiresAt()))));
    }
    boolean agree = holding.stream().map(Pin::release).distinct().count() == 1;
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      if (!agree || !isOnTheWay(context, candidates, i, holding.getFirst())) {
        answer.remove(i);
        if (answer.explains()) {
          answer.because(i, agree ? elsewhere(holding.getFirst()) : conflict(holding));
        }
      }
    }
    return answer.result();
  }

  private boolean isOnTheWay(
      DeploymentResourceContext context, Releases candidates, int index, Pin pin) {
    int pinned = candidates.universeIndexOf(pin.release());
    if (index == pinned) {
      return true;
    }
    return sequentials.stream()
        .anyMatch(sequential ->
            sequential.isSequential(candidates, index)
                && sequential.rank(candidates, index) > context.passedRank(sequential)
                && pinned >= 0
                && sequential.rank(candidates, index) < sequential.rank(candidates, pinned));
  }

  private static Reason elsewhere(Pin pin) {
    return Reason.of("pinned-elsewhere", "the target is pinned to " + pin.release())
        .with("pin", pin.name())
        .with("release", pin.release())
        .with("author", pin.term().author())
        .with("expiresAt", Micros.text(pin.term().expiresAt()))
        .action(pin.term().author() + " can remove the pin");
  }

  private static Reason conflict(List<Pin> pins) {
    String all = String.join(" and ", pins.stream().map(Pin::release).distinct().sorted().toList());
    return Reason.of("pin-conflict", "the target is pinned to " + all + " at once")
        .with("pins", pins.stream().map(Pin::name).toList())
        .action("remove all pins but one");
  }
}
