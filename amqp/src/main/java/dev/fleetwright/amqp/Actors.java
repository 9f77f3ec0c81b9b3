package dev.fleetwright.amqp;

import dev.fleetwright.swarm.store.RecordStore;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The swarms of one role in this process: an actor for each, on one timer. */
final class Actors<S, I> implements AutoCloseable {

  private final SwarmRole<S, I> role;
  private final RecordStore store;
  private final Clock clock;
  private final ScheduledExecutorService timer;
  private final Map<String, SwarmActor<S, I>> bySwarm = new ConcurrentHashMap<>();

  Actors(String name, SwarmRole<S, I> role, RecordStore store, Clock clock) {
    this.role = role;
    this.store = store;
    this.clock = clock;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(name + "-timer").factory());
  }

  /** The actor of a swarm, a new one when it has none. */
  SwarmActor<S, I> of(String swarmId) {
    return bySwarm.computeIfAbsent(swarmId, id -> new SwarmActor<>(id, role, store, clock, timer));
  }

  Optional<SwarmActor<S, I>> find(String swarmId) {
    return Optional.ofNullable(bySwarm.get(swarmId));
  }

  Optional<S> state(String swarmId) {
    return find(swarmId).flatMap(SwarmActor::state);
  }

  Set<String> swarms() {
    return Set.copyOf(bySwarm.keySet());
  }

  /** The same to all of them, each in its turn. */
  void tellAll(I input) {
    bySwarm.values().forEach(actor -> actor.tell(input));
  }

  /** Ends the actor of a swarm; what it has stored stays. */
  void remove(String swarmId) {
    SwarmActor<S, I> gone = bySwarm.remove(swarmId);
    if (gone != null) {
      gone.stop().join();
    }
  }

  @Override
  public void close() {
    CompletableFuture.allOf(
            bySwarm.values().stream().map(SwarmActor::stop).toArray(CompletableFuture[]::new))
        .join();
    timer.shutdownNow();
  }
}
