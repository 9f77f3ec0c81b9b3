package dev.fleetwright.swarm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong on the way: each command ends once and has one effect, components start in
 * order, and the end is right. {@code -Dfleetwright.simulation.seeds=N} runs more seeds, {@code
 * -Dfleetwright.simulation.first=N} begins at another one.
 */
class SimulationTest {

  private static final int SEEDS = Integer.getInteger("fleetwright.simulation.seeds", 2000);
  private static final long FIRST = Long.getLong("fleetwright.simulation.first", 0);

  @Test
  void everySeedEndsAsDesired() {
    int commands = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Simulation simulation = new Simulation(seed);
      List<String> faults = simulation.run();
      commands += simulation.commands();
      if (!faults.isEmpty()) {
        assertThat(faults)
            .withFailMessage("seed %d: %s%n%s", seed, faults, simulation.trace())
            .isEmpty();
      }
    }
    assertThat(commands).as("the seeds exercise something").isGreaterThan(SEEDS * 3);
  }

  @Test
  void oneSeedIsOneHistory() {
    Simulation first = new Simulation(42);
    assertThat(first.run()).isEmpty();
    Simulation second = new Simulation(42);
    assertThat(second.run()).isEmpty();
    assertThat(first.trace()).isEqualTo(second.trace()).contains("swarm-created");
  }
}
