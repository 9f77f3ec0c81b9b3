package dev.fleetwright.cli.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** One thing that a person does to the fleet. */
sealed interface Change {

  List<String> MODULES = List.of("time", "physics");

  record Create(String world) implements Change {}

  record Delete(String world) implements Change {}

  record Desire(String world, boolean run) implements Change {}

  /** A newer release of a module; versions only grow. */
  record Release(String module, int number) implements Change {}

  /** What physics requires of time. */
  record Range(String range) implements Change {}

  /** The content of an object that a BindingPolicy places. */
  record Edit(int number) implements Change {}

  /**
   * What happens, and what is left of it.
   *
   * @param changes in order; the same seed gives the same
   * @param worlds those that are left, and whether they run
   * @param releases the newest of each module
   */
  record Script(
      List<Change> changes,
      SortedMap<String, Boolean> worlds,
      SortedMap<String, Integer> releases) {}

  /** A script whose end can be reached from everywhere: no requirement is left that fails. */
  static Script script(long seed, int count) {
    Random random = new Random(seed);
    List<Change> changes = new ArrayList<>();
    SortedMap<String, Boolean> worlds = new TreeMap<>();
    SortedMap<String, Integer> releases = new TreeMap<>();
    MODULES.forEach(module -> releases.put(module, 0));
    List<String> ranges = List.of("^1.0.0", "~1.2.0", ">=1.0.0 <2.0.0", "^2.0.0");
    while (changes.size() < count - 1) {
      String world = "w" + (1 + random.nextInt(4));
      int kind = random.nextInt(12);
      if (!worlds.containsKey(world)) {
        changes.add(new Create(world));
        worlds.put(world, true);
      } else if (kind < 2) {
        changes.add(new Delete(world));
        worlds.remove(world);
      } else if (kind < 6) {
        boolean run = !worlds.get(world);
        changes.add(new Desire(world, run));
        worlds.put(world, run);
      } else if (kind < 9) {
        String module = MODULES.get(random.nextInt(MODULES.size()));
        changes.add(new Release(module, releases.merge(module, 1, Integer::sum)));
      } else if (kind < 11) {
        changes.add(new Range(ranges.get(random.nextInt(ranges.size()))));
      } else {
        changes.add(new Edit(changes.size()));
      }
    }
    changes.add(new Range("^1.0.0"));
    return new Script(List.copyOf(changes), worlds, releases);
  }
}
