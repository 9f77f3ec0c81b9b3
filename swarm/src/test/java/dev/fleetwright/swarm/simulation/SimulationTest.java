package dev.fleetwright.swarm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong on the way: each command ends once and has one effect, components start in
 * order, and the end is right. {@code -Dfleetwright.simulation.seeds=N} runs more seeds, {@code
 * -Dfleetwright.simulation.first=N} begins at another one.
 */
class SimulationTest {

  private static final int SEEDS = Integer.getInteger("fleetwright.simulation.seeds", 2000);
  private static final long FIRST = Long.getLong("fleetwright.simulation.first", 0);

  /** One seed; its history only where something is wrong. */
  private record Played(long seed, List<String> faults, String trace, int commands) {

    static Played of(long seed) {
      Simulation simulation = new Simulation(seed);
      List<String> faults = simulation.run();
      String trace = faults.isEmpty() ? "" : simulation.trace();
      return new Played(seed, faults, trace, simulation.commands());
    }
  }

  @Test
  void everySeedEndsAsDesired() {
    List<Played> all =
        LongStream.range(FIRST, FIRST + SEEDS).parallel().mapToObj(Played::of).toList();
    all.stream()
        .filter(played -> !played.faults().isEmpty())
        .findFirst()
        .ifPresent(played -> {
          throw new AssertionError(
              "seed %d: %s%n%s".formatted(played.seed(), played.faults(), played.trace()));
        });
    assertThat(all.stream().mapToInt(Played::commands).sum())
        .as("the seeds exercise something")
        .isGreaterThan(SEEDS * 3);
  }

  @Test
  void oneSeedIsOneHistory() {
    StringBuilder traces = new StringBuilder();
    for (int seed = 40; seed < 50; seed++) {
      Simulation first = new Simulation(seed);
      assertThat(first.run()).isEmpty();
      Simulation second = new Simulation(seed);
      assertThat(second.run()).isEmpty();
      assertThat(first.trace()).isEqualTo(second.trace());
      traces.append(first.trace());
    }
    assertThat(traces).contains("swarm-created");
  }
}
