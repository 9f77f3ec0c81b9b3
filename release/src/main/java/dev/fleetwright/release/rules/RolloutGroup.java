package dev.fleetwright.release.rules;

import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.release.time.Occurrence;
import dev.fleetwright.release.time.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** The targets that a release is rolled out to: one deployment in one environment. */
final class RolloutGroup {

  private record Key(String deployment, String environment) {}

  private final List<Target> targets;
  private final Map<String, Integer> ordinals;
  private final Map<String, Timeline> starts = new HashMap<>();
  private final Map<String, Timeline> failing = new HashMap<>();
  private final Map<String, int[]> positions = new ConcurrentHashMap<>();

  private RolloutGroup(List<Target> targets) {
    this.targets = targets;
    this.ordinals = HashMap.newHashMap(targets.size());
    Map<String, List<Occurrence>> started = new HashMap<>();
    Map<String, List<Occurrence>> failed = new HashMap<>();
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      ordinals.put(target.name(), i);
      for (String release : Outcomes.releasesOf(target)) {
        started
            .computeIfAbsent(release, key -> new ArrayList<>())
            .add(new Occurrence(Outcomes.firstStart(target, release), Micros.NEVER));
        failed
            .computeIfAbsent(release, key -> new ArrayList<>())
            .addAll(Outcomes.failures(target, release));
      }
    }
    started.forEach((release, list) -> starts.put(release, Timeline.of(list)));
    failed.forEach((release, list) -> failing.put(release, Timeline.of(list)));
  }

  static RolloutGroup of(Fleet fleet, Target target) {
    return fleet.derived(
        new Key(target.deployment(), target.environment()),
        () -> new RolloutGroup(fleet.group(target.deployment(), target.environment())));
  }

  int size() {
    return targets.size();
  }

  List<Target> targets() {
    return targets;
  }

  /** When deployments of the release began, the first for each target. */
  Timeline starts(String release) {
    return starts.getOrDefault(release, Timeline.EMPTY);
  }

  /** At how many targets the last deployment of the release failed. */
  Timeline failing(String release) {
    return failing.getOrDefault(release, Timeline.EMPTY);
  }

  /** The target's place in the stable order of this release, from 0. */
  int position(String target, String release) {
    Integer ordinal = ordinals.get(target);
    return ordinal == null ? 0 : positionsOf(release)[ordinal];
  }

  private int[] positionsOf(String release) {
    int[] known = positions.get(release);
    if (known == null) {
      known = order(release);
      positions.put(release, known);
    }
    return known;
  }

  private int[] order(String release) {
    long[] hashes = new long[targets.size()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = StableHash.of(targets.get(i).name(), release);
    }
    int[] byPlace =
        IntStream.range(0, hashes.length)
            .boxed()
            .sorted(Comparator.comparingLong((Integer i) -> hashes[i]).thenComparing(i -> i))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] places = new int[hashes.length];
    for (int place = 0; place < byPlace.length; place++) {
      places[byPlace[place]] = place;
    }
    return places;
  }
}
