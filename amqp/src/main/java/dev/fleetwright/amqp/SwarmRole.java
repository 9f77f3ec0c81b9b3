package dev.fleetwright.amqp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.store.RecordId;
import java.time.Instant;
import java.util.Optional;

/**
 * What {@link SwarmActor} needs to know of a role.
 *
 * @param <S> its state
 * @param <I> its inputs
 */
interface SwarmRole<S, I> {

  /** A state and what is to be done once its record is saved. */
  record Turn<S>(S state, Runnable effects) {}

  RecordId recordId(String swarmId);

  S fresh(String swarmId);

  S restore(JsonNode stored);

  /** What is durable of a state; equal records are not saved again. */
  Record recordOf(S state);

  Turn<S> apply(S state, I input, Instant now);

  Optional<Instant> nextWake(S state, Instant now);

  I tick();

  /** Whether the change that this input makes may be saved later, with the next one. */
  boolean isLazy(I input);

  /** Whether an input seldom changes what is stored, such as a status. */
  default boolean isPassing(I input) {
    return false;
  }
}
