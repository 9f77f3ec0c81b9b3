package dev.fleetwright.swarm.simulation;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.plan.Bee;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.plan.Work;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One swarm with its orchestrator, controller, components and cluster in one thread. While chaos
 * lasts, people change their minds, messages go astray and roles crash; then it heals, and
 * everything must come to rest as it was last asked for.
 */
final class Simulation {

  private static final Duration LONGEST = Duration.ofMinutes(40);
  private static final Duration AFTERMATH = Duration.ofSeconds(60);

  private final Clockwork time;
  private final SimulatedAgent agent;
  private final SimulatedHub hub;
  private final Operator operator;
  private final String swarm;
  private final boolean alone;
  private RunState wanted = RunState.REMOVED;
  private @Nullable Desire lastDesire;
  private @Nullable SwarmPlan lastPlan;
  private boolean settled;
  private @Nullable Instant restingSince;
  private Instant end = Clockwork.EPOCH.plus(LONGEST);

  Simulation(long seed) {
    this.time = new Clockwork(seed);
    this.alone = time.chance(50);
    this.swarm = alone ? "swarm-42" : "team_shop_c1";
    Network network = new Network(time, seed % 10 == 0);
    this.agent = new SimulatedAgent(swarm, time, network);
    this.hub = new SimulatedHub(swarm, time, network, agent);
    this.operator = new Operator(swarm, time, network);
    agent.add("generator", time.chance(30));
    agent.add("processor", time.chance(30));
    agent.add("sink", time.chance(30));
  }

  /** Everything that is wrong with this run; empty when nothing is. */
  List<String> run() {
    hub.start();
    int at = 0;
    for (int i = 2 + time.below(5); i > 0; i--) {
      at += time.below(60_000);
      time.inMillis(at, "somebody wants something", this::wantSomething);
    }
    for (int i = time.below(8); i > 0; i--) {
      int who = time.below(5);
      time.inMillis(
          time.below(at + 10_000),
          "crash",
          switch (who) {
            case 0 -> hub::crash;
            case 1 -> agent::crash;
            default -> agent.processes.get(who - 2)::crash;
          });
    }
    for (int i = time.below(3); i > 0; i--) {
      int when = time.below(at + 10_000);
      time.inMillis(when, "hub reconnects", hub::reconnect);
      time.inMillis(when + time.below(3_000), "agent reconnects", agent::reconnect);
    }
    Duration healing = Duration.ofMillis(at + 60_000L);
    time.in(healing, "heal", this::heal);
    end = Clockwork.EPOCH.plus(healing).plus(LONGEST);
    time.run(this::end);
    return faults();
  }

  String trace() {
    return time.trace();
  }

  int commands() {
    return hub.record().ended().size();
  }

  /** What is still on the way when all is done has a minute to do harm. */
  private Instant end() {
    ControllerRecord controller = agent.record();
    boolean rest =
        !time.chaos
            && hub.isUp()
            && settled
            && hub.view().reached()
            && controller.command() == null
            && controller.configs().isEmpty()
            && isAsWanted();
    if (!rest) {
      restingSince = null;
      return end;
    }
    if (restingSince == null) {
      restingSince = time.now();
    }
    Instant soon = restingSince.plus(AFTERMATH);
    return end.isAfter(soon) ? soon : end;
  }

  private void wantSomething() {
    if (time.chance(30)) {
      operator.configure(agent.processes.get(time.below(3)).name);
    } else if (alone) {
      switch (time.below(6)) {
        case 0 -> operator.create(plan(time.below(2)), _ -> {});
        case 1 -> operator.template(plan(time.below(2)), _ -> {});
        case 2, 3 -> operator.command(SignalName.SWARM_START, null, _ -> {});
        case 4 -> operator.command(SignalName.SWARM_STOP, null, _ -> {});
        default -> operator.command(SignalName.SWARM_REMOVE, null, _ -> {});
      }
    } else {
      desire(someDesire());
    }
  }

  private void desire(Desire desire) {
    lastDesire = desire;
    wanted = desire.run();
    hub.desire(desire);
  }

  private Desire someDesire() {
    TemplateRef template =
        new TemplateRef("c1", "shop", "hash-" + time.below(2))
            .needing(Map.of("processor", List.of("generator"), "sink", List.of("processor")));
    return switch (time.below(5)) {
      case 0, 1 -> Desire.running(template);
      case 2, 3 -> Desire.stopped(template);
      default -> Desire.removed();
    };
  }

  private SwarmPlan plan(int version) {
    return new SwarmPlan(
        swarm,
        List.of(
            bee("generator", List.of(), List.of("raw"), version),
            bee("processor", List.of("raw"), List.of("done"), version),
            bee("sink", List.of("done"), List.of(), version)));
  }

  private static Bee bee(String role, List<String> in, List<String> out, int version) {
    return new Bee(role, "shop/" + role + ":" + version, new Work(in, out), Map.of());
  }

  private void heal() {
    time.chaos = false;
    if (alone) {
      wanted = List.of(RunState.RUNNING, RunState.STOPPED, RunState.REMOVED).get(time.below(3));
      lastPlan = plan(time.below(2));
      time.in(Duration.ofMinutes(4), "the operator begins", this::finish);
    } else {
      settled = true;
      desire(lastDesire == null ? Desire.removed() : lastDesire);
    }
  }

  /** Whatever was before: remove it, make it anew, and bring it to where it is wanted. */
  private void finish() {
    SwarmPlan plan = plan(0);
    SwarmPlan last = lastPlan;
    if (last == null) {
      return;
    }
    // A swarm that was removed, or never made, has nobody who could answer for it.
    Runnable make =
        () ->
            again(
                then -> operator.create(plan, then),
                () ->
                    again(
                        then -> operator.template(last, then),
                        () ->
                            again(
                                then -> operator.command(SignalName.SWARM_START, null, then),
                                this::lastStep)));
    if (hub.record().plan() == null) {
      make.run();
    } else {
      again(then -> operator.command(SignalName.SWARM_REMOVE, null, then), make);
    }
  }

  private void lastStep() {
    switch (wanted) {
      case STOPPED ->
          again(then -> operator.command(SignalName.SWARM_STOP, null, then), () -> settled = true);
      case REMOVED ->
          again(
              then -> operator.command(SignalName.SWARM_REMOVE, null, then), () -> settled = true);
      case RUNNING, PROVISIONED -> settled = true;
    }
  }

  private void again(
      java.util.function.Consumer<java.util.function.Consumer<Outcome>> step, Runnable next) {
    step.accept(outcome -> {
      if (outcome.succeeded()) {
        next.run();
      } else {
        // Something from before may still have come in between: all over again.
        time.in(Duration.ofSeconds(5), "the operator tries again", this::finish);
      }
    });
  }

  private boolean isAsWanted() {
    return switch (wanted) {
      case RUNNING -> agent.processes.stream().allMatch(SimulatedProcess::isAtWork);
      case STOPPED -> agent.processes.stream().noneMatch(SimulatedProcess::isAtWork);
      case REMOVED, PROVISIONED -> agent.processes.stream().noneMatch(SimulatedProcess::isUp);
    };
  }

  private List<String> faults() {
    List<String> faults = new ArrayList<>(time.violations);
    OrchestratorRecord orchestrator = hub.record();
    ControllerRecord controller = agent.record();
    SwarmView view = hub.view();
    if (!settled || !view.reached()) {
      faults.add("not reached: " + view);
    }
    if (orchestrator.operation() != null
        || controller.command() != null
        || !controller.configs().isEmpty()) {
      faults.add("a command never ended");
    }
    if ((agent.isUp() && !controller.outbox().isEmpty()) || !orchestrator.outbox().isEmpty()) {
      faults.add("a message was never handed over");
    }
    if (!isAsWanted()) {
      faults.add("the cluster is not " + wanted.text() + ": " + agent.applied());
    }
    Goal applied = agent.applied();
    if (applied != null && applied.run() != wanted && wanted != RunState.REMOVED) {
      faults.add("the cluster has " + applied + " and not " + wanted);
    }
    aggregate(view, faults);
    hub.outcomes.values().forEach(done -> sameOutcome(done, faults));
    return faults;
  }

  /** What the hub takes for the outcome of a command is what the controller gave it. */
  private void sameOutcome(EndedOperation done, List<String> faults) {
    SignalName signal = done.operation().command().signal();
    String key = done.operation().idempotencyKey();
    boolean own =
        signal == SignalName.SWARM_CREATE
            || (done.outcome() instanceof Outcome.Failure failure
                && List.of("superseded", "no-confirmation", "too-many-commands")
                    .contains(failure.code()));
    boolean given =
        java.util.stream.Stream.concat(
                agent.outcomes.values().stream(), agent.record().ended().stream())
            .filter(ended -> ended.key().signal() == signal)
            .filter(ended -> ended.key().idempotencyKey().equals(key))
            .anyMatch(ended -> ended.outcome().equals(done.outcome()));
    if (!own && !given) {
      faults.add("the hub has an outcome that the controller never gave: " + done);
    }
  }

  /** What is said of the swarm is how it is. */
  private void aggregate(SwarmView view, List<String> faults) {
    SwarmState said = view.state();
    boolean right =
        switch (wanted) {
          case RUNNING -> said == SwarmState.RUNNING && view.totals().running() == 3;
          case STOPPED -> said == SwarmState.STOPPED && view.totals().running() == 0;
          case REMOVED, PROVISIONED ->
              said == SwarmState.REMOVED || (said == SwarmState.UNKNOWN && !agent.isUp());
        };
    if (!right) {
      faults.add("the aggregate says " + said + " " + view.totals() + " of " + wanted.text());
    }
  }
}
