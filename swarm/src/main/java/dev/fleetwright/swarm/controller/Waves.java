package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.RunState;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Whose turn it is. While a swarm starts, {@link Goal#later} are those that wait to be started;
 * while it stops, those that wait to be stopped.
 */
final class Waves {

  private Waves() {}

  /** Those that wait when a start begins: all that are not up, but for the first wave of them. */
  static SortedSet<String> firstToStart(Goal before, List<List<String>> waves) {
    TreeSet<String> waiting = new TreeSet<>();
    waves.forEach(wave -> wave.stream().filter(name -> !before.isUp(name)).forEach(waiting::add));
    return without(waiting, waves);
  }

  /** Those that wait when a stop begins: all that are up, but for the last wave of them. */
  static SortedSet<String> firstToStop(Goal before, List<List<String>> waves) {
    TreeSet<String> waiting = new TreeSet<>();
    waves.forEach(wave -> wave.stream().filter(before::isUp).forEach(waiting::add));
    return without(waiting, waves.reversed());
  }

  /** Those that still wait after the next wave of a goal that is not complete. */
  static SortedSet<String> next(Goal goal, List<List<String>> waves) {
    return without(
        goal.later(), goal.run() == RunState.RUNNING ? waves : waves.reversed());
  }

  private static SortedSet<String> without(Set<String> waiting, List<List<String>> order) {
    TreeSet<String> rest = new TreeSet<>(waiting);
    for (List<String> wave : order) {
      if (rest.removeAll(wave)) {
        return rest;
      }
    }
    // Nobody is left whose turn could come, e.g. after a change of the order.
    return new TreeSet<>();
  }
}
