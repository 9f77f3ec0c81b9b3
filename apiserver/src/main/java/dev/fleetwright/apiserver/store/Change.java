package dev.fleetwright.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** One wanted change, valid only if the object is still at the expected version. */
public sealed interface Change {
  /** What {@link #expected} is for an object that must not exist. */
  long ABSENT = 0;

  ObjectKey key();

  /** The resourceVersion that the object must have, or {@link #ABSENT}. */
  long expected();

  /** The object becomes this; the store writes its resourceVersion into the body. */
  record Put(ObjectKey key, long expected, ObjectNode body) implements Change {}

  /** The object goes; the body is what watchers see last. */
  record Delete(ObjectKey key, long expected, ObjectNode body) implements Change {}

  /** The object stays as it is, and the other changes of the transaction rely on that. */
  record Require(ObjectKey key, long expected) implements Change {}
}
