package dev.fleetwright.swarm.simulation;

import dev.fleetwright.swarm.component.ComponentEffect;
import dev.fleetwright.swarm.component.ComponentInput;
import dev.fleetwright.swarm.component.ComponentMachine;
import dev.fleetwright.swarm.component.ComponentRecord;
import dev.fleetwright.swarm.component.ComponentSettings;
import dev.fleetwright.swarm.component.ComponentState;
import dev.fleetwright.swarm.component.ComponentStep;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A component's process in the cluster: it takes time to get up, and may speak the protocol or be
 * mute. It crashes and is brought back by its cluster.
 */
final class SimulatedProcess {

  private final Clockwork time;
  private final Network network;
  private final Runnable changed;
  private final ComponentMachine machine;
  final String name;
  final String role;
  final String instance;
  final boolean mute;
  private ComponentRecord stored = ComponentRecord.fresh();
  private @Nullable ComponentState state;
  private boolean wanted;
  private boolean restarted;
  private boolean up;
  private int life;

  /** When it last did its work, and when it last did not. */
  Instant lastAtWork = Instant.MIN;

  Instant lastIdle = Clockwork.EPOCH;

  SimulatedProcess(
      String swarm, String name, boolean mute, Clockwork time, Network network, Runnable changed) {
    this.time = time;
    this.network = network;
    this.changed = changed;
    this.name = name;
    this.role = name;
    this.instance = swarm + "_" + name;
    this.mute = mute;
    this.machine = new ComponentMachine(ComponentSettings.of(role, instance, swarm), time::id);
    network.bind(
        Actor.COMPONENT,
        key ->
            !mute
                && key instanceof RoutingKey.ComponentSignal signal
                && signal.role().equals(role)
                && signal.instance().equals(instance),
        message -> take(new ComponentInput.Received(message)));
  }

  boolean isUp() {
    return up;
  }

  /** Whether its cluster brought it back, rather than the swarm. */
  boolean isRestarted() {
    return restarted;
  }

  boolean isWanted() {
    return wanted;
  }

  boolean isAtWork() {
    return up && (mute || record().enabled());
  }

  ComponentRecord record() {
    return stored;
  }

  /** The cluster is to have the process, or not to have it. */
  void want(boolean alive) {
    if (alive == wanted) {
      return;
    }
    wanted = alive;
    restarted = false;
    int current = ++life;
    if (alive) {
      come(current);
    } else {
      time.inMillis(
          50 + time.below(3_000),
          name + " goes",
          () -> {
            if (life == current) {
              go();
            }
          });
    }
  }

  private void come(int current) {
    time.inMillis(
        50 + time.below(4_000),
        name + " comes",
        () -> {
          if (life == current && !up) {
            note(() -> up = true);
            if (!mute) {
              state =
                  ComponentState.restored(
                      RecordJson.read(RecordJson.write(stored), ComponentRecord.class));
              take(new ComponentInput.Started());
            }
          }
        });
  }

  private void go() {
    note(() -> {
      up = false;
      state = null;
    });
  }

  /** Crashes; the cluster starts it again. */
  void crash() {
    if (up) {
      restarted = true;
      go();
      if (wanted) {
        come(++life);
      }
    }
  }

  /** A deleted workload starts from nothing when it comes again. */
  void forget() {
    stored = ComponentRecord.fresh();
  }

  private void note(Runnable change) {
    boolean before = isAtWork();
    if (before) {
      lastAtWork = time.now();
    } else {
      lastIdle = time.now();
    }
    change.run();
    if (isAtWork()) {
      lastAtWork = time.now();
    } else {
      lastIdle = time.now();
    }
    if (before != isAtWork()) {
      time.note("  ", name, isAtWork() ? " is at work" : " is idle");
    }
    changed.run();
  }

  private boolean take(ComponentInput input) {
    ComponentState before = state;
    if (before == null) {
      return false;
    }
    ComponentStep step = machine.apply(before, input, time.now());
    if (time.crashes()) {
      crash();
      return false;
    }
    note(() -> {
      stored = step.state().record();
      state = step.state();
    });
    int current = life;
    for (ComponentEffect effect : step.effects()) {
      switch (effect) {
        case ComponentEffect.Send(var message) -> network.send(Actor.COMPONENT, message);
        case ComponentEffect.Refuse(var message, _) -> time.violation("refused " + message);
        case ComponentEffect.Configure(String key, _, _) ->
            time.inMillis(
                time.below(300),
                name + " configured " + key,
                () -> {
                  if (life == current && state != null) {
                    configured(key);
                  }
                });
      }
    }
    return true;
  }

  private void configured(String key) {
    if (record().seen().stream().anyMatch(one -> one.idempotencyKey().equals(key))) {
      time.violation(name + " applies " + key + " twice");
    }
    take(new ComponentInput.Configured(key, null));
  }
}
