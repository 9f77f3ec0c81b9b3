package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.matching.Verdict.Advantage;
import dev.fleetwright.semver.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which of the providers that pass every rule are bound. The modules of a world are fixed, so the
 * requirements do not depend on each other, and the best provider of each is the best answer.
 */
final class Choice {

  private Choice() {}

  /**
   * The providers that are bound, by name.
   *
   * @param sorted providers in the scope of the requirement, in the order of preference
   */
  static List<Provision> among(List<Provision> sorted, Need need) {
    if (need.isBroken()) {
      return List.of();
    }
    return switch (need.multiplicity()) {
      case ONE -> one(sorted, need);
      case MANY -> many(sorted, need);
    };
  }

  private static List<Provision> one(List<Provision> sorted, Need need) {
    List<String> preferred = need.wanted().preferredFeatures();
    Provision best = null;
    for (Provision provision : sorted) {
      if (best != null && !level(best, provision)) {
        break;
      }
      if (Rejection.firstFailed(need, provision) == null
          && (best == null || count(preferred, provision) > count(preferred, best))) {
        best = provision;
        if (preferred.isEmpty()) {
          break;
        }
      }
    }
    return best == null ? List.of() : List.of(best);
  }

  /** One per module, also of lower versions, sorted by the name of the module. */
  private static List<Provision> many(List<Provision> sorted, Need need) {
    List<String> preferred = need.wanted().preferredFeatures();
    List<Provision> passing = new ArrayList<>();
    for (Provision provision : sorted) {
      if (Rejection.firstFailed(need, provision) == null) {
        passing.add(provision);
      }
    }
    passing.sort(
        Comparator.comparing(Provision::module)
            .thenComparing((a, b) ->
                level(a, b)
                    ? count(preferred, b) - count(preferred, a)
                    : Providers.PREFERENCE.compare(a, b)));
    List<Provision> chosen = new ArrayList<>();
    Set<String> modules = new HashSet<>();
    for (Provision provision : passing) {
      if (modules.add(provision.module())) {
        chosen.add(provision);
      }
    }
    return List.copyOf(chosen);
  }

  static List<Candidate> judge(List<Provision> all, Need need) {
    List<Provision> inScope = all.stream().filter(p -> p.scope() == need.scope()).toList();
    List<Provision> chosen = among(inScope, need);
    List<Candidate> candidates = new ArrayList<>();
    for (Provision provision : all) {
      candidates.add(new Candidate(provision, verdict(provision, chosen, need)));
    }
    return candidates;
  }

  private static Verdict verdict(Provision provision, List<Provision> chosen, Need need) {
    if (need.isBroken()) {
      return new Verdict.NotJudged();
    }
    for (Provision winner : chosen) {
      if (winner.equals(provision)) {
        return new Verdict.Chosen(provision.module().equals(need.consumer()));
      }
    }
    CompatibilityRule failed = Rejection.firstFailed(need, provision);
    if (failed != null) {
      return new Verdict.Rejected(Rejection.by(failed, need, provision));
    }
    Provision winner =
        need.multiplicity() == Multiplicity.ONE
            ? chosen.getFirst()
            : chosen.stream()
                .filter(other -> other.module().equals(provision.module()))
                .findFirst()
                .orElseThrow();
    return beaten(provision, winner, need.wanted().preferredFeatures());
  }

  private static Verdict.Beaten beaten(
      Provision provision, Provision winner, List<String> preferred) {
    if (!level(provision, winner)) {
      return new Verdict.Beaten(
          Advantage.HIGHER_VERSION,
          winner.module(),
          winner.offered().version(),
          provision.offered().version());
    }
    int winners = count(preferred, winner);
    int own = count(preferred, provision);
    if (winners != own) {
      return new Verdict.Beaten(
          Advantage.MORE_PREFERRED_FEATURES,
          winner.module(),
          winners + " of " + preferred.size(),
          own + " of " + preferred.size());
    }
    return new Verdict.Beaten(
        provision.module().equals(winner.module()) ? Advantage.SAME_MODULE : Advantage.SMALLER_NAME,
        winner.module(),
        winner.module(),
        provision.module());
  }

  /** Build metadata is no precedence. */
  private static boolean level(Provision a, Provision b) {
    Version first = a.version();
    Version second = b.version();
    return first != null && second != null && first.comparePrecedence(second) == 0;
  }

  private static int count(List<String> preferred, Provision provision) {
    int count = 0;
    for (String feature : preferred) {
      if (provision.features().contains(feature)) {
        count++;
      }
    }
    return count;
  }
}
