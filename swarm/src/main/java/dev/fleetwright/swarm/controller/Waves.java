package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.RunState;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whose turn it is. While a swarm starts, {@link Goal#later} are those that wait to be started;
 * while it stops, those that wait to be stopped.
 */
final class Waves {

  private Waves() {}

  /**
   * Those that wait when a start begins: all that are not up. The first wave of them need not wait,
   * unless others are meant to be up already: it is not known yet whether they are.
   */
  static SortedSet<String> firstToStart(Goal before, List<List<String>> waves) {
    SortedSet<String> waiting = names(waves, name -> !before.isUp(name));
    return waiting.size() < count(waves) ? waiting : without(waiting, waves);
  }

  /**
   * Those that wait when a stop begins: all that are up. The last wave of them need not wait,
   * unless others are meant to be stopped already.
   */
  static SortedSet<String> firstToStop(Goal before, List<List<String>> waves) {
    SortedSet<String> waiting = names(waves, before::isUp);
    return waiting.size() < count(waves) ? waiting : without(waiting, waves.reversed());
  }

  private static SortedSet<String> names(List<List<String>> waves, Predicate<String> which) {
    return waves.stream()
        .flatMap(List::stream)
        .filter(which)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static int count(List<List<String>> waves) {
    return waves.stream().mapToInt(List::size).sum();
  }

  /** Those that still wait after the next wave of a goal that is not complete. */
  static SortedSet<String> next(Goal goal, List<List<String>> waves) {
    return without(goal.later(), goal.run() == RunState.RUNNING ? waves : waves.reversed());
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
