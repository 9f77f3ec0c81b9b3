package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Sequential;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import java.util.List;
import java.util.Set;

/**
 * Releases that carry a mark are applied one after the other: nothing newer passes before the
 * oldest marked one that the target has not passed.
 *
 * <pre>
 * candidates   1.9   2.0*   2.1   2.2*      (* marked; the target runs 1.9)
 * accepted     1.9   2.0*
 * </pre>
 */
public final class SequentialUpgradeRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "SequentialUpgrade",
          "marked releases are applied one after the other, none is jumped over",
          List.of(
              new Option(
                  "key", "text", "requiresSequentialUpgrade", "the metadata key of the mark"),
              new Option("value", "text", "true", "the value that marks, exactly"),
              new Option("orderBy", "createdAt or sequence", "createdAt", "what older means"),
              new Option(
                  "sequenceKey", "text", "sequence", "the metadata key of the sequence number")),
          "{type: SequentialUpgrade, orderBy: sequence, sequenceKey: step}",
          SequentialUpgradeRule::read);

  private final Sequential sequential;

  public SequentialUpgradeRule(String name, Scope scope, Sequential sequential) {
    super(TYPE.name(), name, scope);
    this.sequential = sequential;
  }

  private static SequentialUpgradeRule read(Options options) {
    boolean numbered =
        options.choice("orderBy", List.of("createdAt", "sequence")).equals("sequence");
    String sequenceKey = options.text("sequenceKey", "sequence");
    if (!numbered && options.has("sequenceKey")) {
      options.problem(
          "contradiction",
          "sequenceKey",
          "a sequence key without orderBy: sequence has no effect",
          "add orderBy: sequence");
    }
    return new SequentialUpgradeRule(
        nameIn(options, TYPE.name()),
        options.scope(),
        new Sequential(
            options.text("key", Sequential.DEFAULT.key()),
            options.text("value", Sequential.DEFAULT.value()),
            numbered ? sequenceKey : null));
  }

  @Override
  public boolean comparesCandidates() {
    return true;
  }

  @Override
  public Set<Fact> reads() {
    return Set.of(Fact.JOBS);
  }

  @Override
  public Sequential sequential() {
    return sequential;
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    int first = sequential.firstPending(context, candidates);
    if (first < 0) {
      return;
    }
    answer.changesAt(context.passedRankChangesAt());
    int rank = sequential.rank(candidates, first);
    boolean unknownPlace = sequential.lacksNumber(candidates, first);
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      if (sequential.rank(candidates, i) > rank) {
        answer.remove(i);
        if (answer.explains()) {
          answer.because(
              i,
              Reason.of(
                      "sequential-upgrade-first",
                      candidates.at(first).id() + " must be applied before it")
                  .with("mustApplyFirst", candidates.at(first).id()));
        }
      } else if (i == first && unknownPlace) {
        answer.remove(i);
        if (answer.explains()) {
          answer.because(
              i,
              Reason.of(
                      "unknown",
                      "unknown: it is sequential and its metadata \""
                          + sequential.sequenceKey()
                          + "\" is no whole number")
                  .with("sequenceKey", sequential.sequenceKey())
                  .action("give the release a sequence number"));
        }
      }
    }
  }
}
