package dev.fleetwright.cli.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * When something dies.
 *
 * @param at the number of the change before it
 * @param victim the number of the part
 * @param after milliseconds since that change
 * @param down milliseconds until it is started again
 */
record Kill(int at, int victim, int after, int down) {

  /** The same seed gives the same; each part dies at least once. */
  static List<Kill> schedule(long seed, int changes, int victims, int count) {
    Random random = new Random(seed + 1);
    List<Kill> kills = new ArrayList<>();
    for (int i = 0; i < Math.max(count, victims); i++) {
      kills.add(
          new Kill(
              random.nextInt(changes),
              i < victims ? i : random.nextInt(victims),
              random.nextInt(2_000),
              random.nextInt(800)));
    }
    kills.sort(Comparator.comparingInt(Kill::at));
    return List.copyOf(kills);
  }
}
