package dev.fleetwright.capability.matching;

import dev.fleetwright.model.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the change that a person would try first. */
final class HintFinder {

  /** Beyond this many names a slip is not searched for: it would take longer than it helps. */
  private static final int MOST_NAMES = 2_000;

  private record Miss(Provision provision, List<CompatibilityRule> failed) {

    /** Rules later in the list are smaller things to change than the early ones. */
    int firstRule() {
      return CompatibilityRule.ALL.indexOf(failed.getFirst());
    }
  }

  private HintFinder() {}

  static Hint find(Need need, List<Provision> sameCapability, Collection<String> known) {
    return sameCapability.stream()
        .map(provision -> new Miss(provision, failed(need, provision)))
        .filter(miss -> !miss.failed.isEmpty())
        .min(
            Comparator.comparingInt((Miss miss) -> miss.failed.size())
                .thenComparing(Comparator.comparingInt(Miss::firstRule).reversed())
                .thenComparing(Miss::provision, Providers.PREFERENCE))
        .<Hint>map(miss ->
            new Hint.NearestMiss(
                need,
                miss.provision,
                miss.failed.stream()
                    .map(rule -> Rejection.by(rule, need, miss.provision))
                    .toList()))
        .orElseGet(() -> withoutProvider(need.capabilityId(), known));
  }

  private static Hint withoutProvider(String id, Collection<String> known) {
    if (known.size() > MOST_NAMES) {
      return new Hint.NoProvider(id);
    }
    return Suggestion.nearest(id, known)
        .<Hint>map(similar -> new Hint.OtherName(id, similar))
        .orElseGet(() -> new Hint.NoProvider(id));
  }

  private static List<CompatibilityRule> failed(Need need, Provision provision) {
    List<CompatibilityRule> failed = new ArrayList<>();
    for (CompatibilityRule rule : need.rules()) {
      // What cannot be read is not compared: the one thing to say is that it is broken.
      if (!rule.admits(need, provision)) {
        failed.add(rule);
        if (rule instanceof SoundRule) {
          break;
        }
      }
    }
    return failed;
  }
}
