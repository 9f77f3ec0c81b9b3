package dev.fleetwright.bench;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.ControlQueue;
import dev.fleetwright.amqp.ControllerRuntime;
import dev.fleetwright.amqp.OrchestratorRuntime;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.store.InMemoryRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Both roles over a broker, with a cluster that does at once what it is told. */
final class SwarmCommands implements AutoCloseable {

  /** How long commands took from the decision to their confirmation. */
  record Times(double p50Millis, double p99Millis) {

    private static Times of(Collection<Long> nanos) {
      List<Long> sorted = nanos.stream().sorted().toList();
      return new Times(percentile(sorted, 0.5), percentile(sorted, 0.99));
    }

    private static double percentile(List<Long> sorted, double part) {
      return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(sorted.size() * part))) / 1e6;
    }
  }

  /**
   * @param creations those that make a controller and its queue, all swarms' at once
   * @param others template, start and stop
   */
  record Figures(double perSecond, Times creations, Times others) {}

  /** Below the number of outcomes that a swarm keeps. */
  private static final int DESIRES_PER_SWARM = 40;

  private static final int COMMANDS = 3_000;
  private static final int LEAST_DESIRES = 10;

  private final BrokerAddress address;
  private final String instance = "bench-" + UUID.randomUUID();
  private final AmqpTransport hubSide;
  private final AmqpTransport agentSide;
  private final ControllerRuntime controllers;
  private final OrchestratorRuntime hub;
  private final Queue<Long> creations = new ConcurrentLinkedQueue<>();
  private final Queue<Long> others = new ConcurrentLinkedQueue<>();
  private final Map<String, Semaphore> reached = new ConcurrentHashMap<>();

  SwarmCommands(BrokerAddress address) throws Exception {
    this.address = address;
    InMemoryRecords records = new InMemoryRecords();
    hubSide = new AmqpTransport(address, "hub");
    agentSide = new AmqpTransport(address, "agent");
    Cluster cluster = new Cluster();
    controllers =
        new ControllerRuntime(
            agentSide,
            Protocol.bundled(),
            records,
            Clock.systemUTC(),
            () -> UUID.randomUUID().toString(),
            ControllerSettings.DEFAULT,
            cluster);
    cluster.runtime = controllers;
    hub =
        new OrchestratorRuntime(
            hubSide,
            Protocol.bundled(),
            records,
            Clock.systemUTC(),
            () -> UUID.randomUUID().toString(),
            OrchestratorSettings.DEFAULT,
            instance,
            new Listener());
    hub.start();
    if (!hubSide.awaitConnected(Duration.ofSeconds(30))
        || !agentSide.awaitConnected(Duration.ofSeconds(30))) {
      throw new IllegalStateException("no connection to " + address);
    }
  }

  /** So many swarms are led through one desire after the other, each as fast as it goes. */
  Figures measure(int swarms) throws Exception {
    creations.clear();
    others.clear();
    int desires = Math.max(LEAST_DESIRES, COMMANDS / 2 / swarms);
    long start = System.nanoTime();
    List<Thread> lanes = new ArrayList<>();
    for (int i = 0; i < swarms; i++) {
      lanes.add(Thread.startVirtualThread(() -> lead(desires)));
    }
    for (Thread lane : lanes) {
      lane.join();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Figures(
        (creations.size() + others.size()) / seconds, Times.of(creations), Times.of(others));
  }

  private void lead(int desires) {
    String swarm = "";
    for (int i = 0; i < desires; i++) {
      if (i % DESIRES_PER_SWARM == 0) {
        swarm = "bench_" + UUID.randomUUID();
        reached.put(swarm, new Semaphore(0));
      }
      TemplateRef template = new TemplateRef("c", "w", "hash-" + i);
      try {
        hub.desire(swarm, i % 2 == 0 ? Desire.running(template) : Desire.stopped(template))
            .get(60, TimeUnit.SECONDS);
        if (!semaphore(swarm).tryAcquire(60, TimeUnit.SECONDS)) {
          throw new IllegalStateException("not confirmed: " + hub.view(swarm));
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Semaphore semaphore(String swarm) {
    return reached.computeIfAbsent(swarm, _ -> new Semaphore(0));
  }

  @Override
  public void close() {
    hub.close();
    controllers.hosted().forEach(controllers::unhost);
    controllers.close();
    hubSide.close();
    agentSide.close();
    StatusStream.deleteQueue(address, ControlQueue.orchestrator(instance).name());
  }

  private final class Listener implements OrchestratorRuntime.Listener {
    private final Map<String, Desire> last = new ConcurrentHashMap<>();

    @Override
    public void changed(SwarmView view) {
      Desire desire = view.desire();
      if (desire != null && view.reached() && !desire.equals(last.put(view.swarmId(), desire))) {
        semaphore(view.swarmId()).release();
      }
    }

    @Override
    public void ended(String swarmId, EndedOperation operation) {
      if (!operation.outcome().succeeded()) {
        throw new IllegalStateException("failed: " + operation);
      }
      boolean creation = operation.operation().command().signal() == SignalName.SWARM_CREATE;
      (creation ? creations : others)
          .add(Duration.between(operation.operation().startedAt(), operation.endedAt()).toNanos());
    }

    @Override
    public void ensureController(String swarmId) {
      controllers.host(swarmId);
    }
  }

  private static final class Cluster implements ControllerRuntime.Agent {
    private volatile @Nullable ControllerRuntime runtime;

    @Override
    public void pursue(Goal goal) {
      ControllerRuntime target = runtime;
      TemplateRef template = goal.template();
      int up = goal.run() == RunState.RUNNING ? 2 : 0;
      if (target != null) {
        target.report(
            goal.swarmId(),
            new Evidence(
                goal.generation(),
                Evidence.Stage.APPLIED,
                template == null ? null : template.hash(),
                new Totals(2, up, up, up),
                List.of(),
                null));
      }
    }
  }
}
