package dev.fleetwright.release.rules;

import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.PerRelease;
import dev.fleetwright.release.Releases;
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
  private final PerRelease<Timeline> starts;
  private final PerRelease<Timeline> failing;
  private final Map<String, int[]> places = new ConcurrentHashMap<>();
  private final PerRelease<Target> firsts = new PerRelease<>(this::findFirst);

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
    this.starts = new PerRelease<>(release -> timeline(started, release));
    this.failing = new PerRelease<>(release -> timeline(failed, release));
  }

  private static Timeline timeline(Map<String, List<Occurrence>> found, String release) {
    return Timeline.of(found.getOrDefault(release, List.of()));
  }

  static RolloutGroup of(Fleet fleet, Target target) {
    return fleet.derived(
        new Key(target.deployment(), target.environment()),
        () -> new RolloutGroup(fleet.group(target.deployment(), target.environment())));
  }

  int size() {
    return targets.size();
  }

  /** When deployments of a release began, the first for each target. */
  PerRelease.Row<Timeline> starts(Releases releases) {
    return starts.in(releases);
  }

  /** At how many targets the last deployment of a release failed. */
  PerRelease.Row<Timeline> failing(Releases releases) {
    return failing.in(releases);
  }

  /** The first in the stable order of each release. */
  PerRelease.Row<Target> firsts(Releases releases) {
    return firsts.in(releases);
  }

  /** Found without sorting all. */
  private Target findFirst(String release) {
    Target first = targets.getFirst();
    long smallest = StableHash.of(first.name(), release);
    for (Target target : targets) {
      long hash = StableHash.of(target.name(), release);
      if (hash < smallest) {
        smallest = hash;
        first = target;
      }
    }
    return first;
  }

  /** All of them in the stable order of this release. */
  List<Target> inOrder(String release) {
    int[] places = placesOf(release);
    Target[] ordered = new Target[places.length];
    for (int i = 0; i < places.length; i++) {
      ordered[places[i]] = targets.get(i);
    }
    return List.of(ordered);
  }

  /** The target's place in the stable order of this release, from 0. */
  int position(String target, String release) {
    Integer ordinal = ordinals.get(target);
    return ordinal == null ? 0 : placesOf(release)[ordinal];
  }

  private int[] placesOf(String release) {
    int[] known = places.get(release);
    if (known == null) {
      known = sort(release);
      places.put(release, known);
    }
    return known;
  }

  private int[] sort(String release) {
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
    int[] found = new int[hashes.length];
    for (int place = 0; place < byPlace.length; place++) {
      found[byPlace[place]] = place;
    }
    return found;
  }
}
