package dev.fleetwright.swarm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.EndedCommand;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever goes wrong on the way, each command ends once, has one effect, and the end is right. */
class SimulationTest {

  private static final int SEEDS = Integer.getInteger("fleetwright.simulation.seeds", 250);

  @Test
  void everySeedEndsAsDesired() {
    int commands = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Simulation simulation = new Simulation(seed);
      SwarmView view = simulation.run();
      List<String> faults = faults(simulation, view);
      commands += simulation.storedOrchestrator().ended().size();
      if (faults.isEmpty()) {
        continue;
      }
      assertThat(faults)
          .withFailMessage("seed %d: %s%n%s", seed, faults, simulation.trace())
          .isEmpty();
    }
    assertThat(commands).as("the seeds exercise something").isGreaterThan(SEEDS * 3);
  }

  private static List<String> faults(Simulation simulation, SwarmView view) {
    List<String> faults = new ArrayList<>(simulation.violations);
    OrchestratorRecord orchestrator = simulation.storedOrchestrator();
    ControllerRecord controller = simulation.storedController();
    if (!view.reached()) {
      faults.add("not reached: " + view);
    }
    if (orchestrator.operation() != null || controller.command() != null) {
      faults.add("a command never ended");
    }
    List<String> ended =
        orchestrator.ended().stream().map(o -> o.operation().idempotencyKey()).toList();
    if (new HashSet<>(ended).size() != ended.size()) {
      faults.add("a command has two outcomes at the orchestrator");
    }
    if (!ended.containsAll(simulation.keysSent)) {
      faults.add("a command that was sent has no outcome");
    }
    List<String> executed = controller.ended().stream().map(c -> c.key().idempotencyKey()).toList();
    if (new HashSet<>(executed).size() != executed.size()) {
      faults.add("a command has two outcomes at the controller");
    }
    long effects = controller.ended().stream().filter(SimulationTest::hadAnEffect).count();
    if (simulation.goalsByGeneration.size() > effects) {
      faults.add(simulation.goalsByGeneration.size() + " effects of " + effects + " commands");
    }
    boolean handedOver = !simulation.isControllerUp() || controller.outbox().isEmpty();
    if (!handedOver || !orchestrator.outbox().isEmpty()) {
      faults.add("a message was never handed over");
    }
    if (!clusterIsAsDesired(simulation.cluster(), orchestrator.desire())) {
      faults.add("the cluster has " + simulation.cluster() + " for " + orchestrator.desire());
    }
    return faults;
  }

  private static boolean hadAnEffect(EndedCommand command) {
    return !(command.outcome() instanceof Outcome.Failure failure)
        || !"validate".equals(failure.phase());
  }

  private static boolean clusterIsAsDesired(Goal cluster, Desire desire) {
    if (desire == null || desire.run() == RunState.REMOVED) {
      return cluster == null || cluster.run() == RunState.REMOVED;
    }
    TemplateRef template = desire.template();
    return cluster != null
        && cluster.run() == desire.run()
        && template != null
        && template.equals(cluster.template());
  }

  @Test
  void oneSeedIsOneHistory() {
    Simulation first = new Simulation(42);
    first.run();
    Simulation second = new Simulation(42);
    second.run();
    assertThat(first.trace()).isEqualTo(second.trace()).contains("swarm-created");
  }
}
