package dev.fleetwright.release.rules;

import dev.fleetwright.release.PerRelease;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.release.time.Occurrence;
import dev.fleetwright.release.time.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For some targets and each release: at how many of them it has run for the time of a soak, over
 * time. A success of unknown age counts only where no soak is asked for.
 */
record Soaked(int targets, PerRelease<Timeline> byRelease, Map<String, Integer> ofUnknownAge) {

  static Soaked of(List<Target> targets, long soak, boolean verifiedOnly) {
    Map<String, List<Occurrence>> spans = new HashMap<>();
    Map<String, Integer> unknown = new HashMap<>();
    for (Target target : targets) {
      for (String release : Outcomes.releasesOf(target)) {
        for (Occurrence success : Outcomes.successes(target, release, verifiedOnly)) {
          if (soak > 0 && success.start() == Micros.ALWAYS) {
            unknown.merge(release, 1, Integer::sum);
          } else {
            spans
                .computeIfAbsent(release, key -> new ArrayList<>())
                .add(new Occurrence(Micros.plus(success.start(), soak), success.end()));
          }
        }
      }
    }
    Map<String, Timeline> timelines = new HashMap<>();
    spans.forEach((release, list) -> timelines.put(release, Timeline.of(list)));
    return new Soaked(
        targets.size(),
        new PerRelease<>(release -> timelines.getOrDefault(release, Timeline.EMPTY)),
        unknown);
  }

  /** By index. */
  PerRelease.Row<Timeline> in(Releases releases) {
    return byRelease.in(releases);
  }

  /** How many of them a share asks for, rounded up: half of three is two. */
  int share(int percent) {
    return (int) (((long) targets * percent + 99) / 100);
  }
}
