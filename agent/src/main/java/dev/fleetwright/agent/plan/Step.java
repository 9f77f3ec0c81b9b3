package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** One thing to do for an object of a work. */
public sealed interface Step {

  int ordinal();

  ObjectId id();

  ResourceType type();

  /** Server-side apply. */
  record Apply(int ordinal, ObjectId id, ResourceType type, ObjectNode content) implements Step {}

  /** Made when it is not there; one that is there is left alone. */
  record Create(int ordinal, ObjectId id, ResourceType type, ObjectNode content) implements Step {}

  /** Only the scale of an object that is otherwise left alone. */
  record Scale(int ordinal, ObjectId id, ResourceType type, ObjectNode content) implements Step {}

  /** As it should be already. */
  record Keep(int ordinal, ObjectId id, ResourceType type, ObjectNode live) implements Step {}

  /** Somebody deletes it at this moment; it can be made again when it is gone. */
  record Wait(int ordinal, ObjectId id, ResourceType type, ObjectNode live) implements Step {}

  /** Another work applies it for both. */
  record Share(int ordinal, ObjectId id, ResourceType type) implements Step {}

  /** Not ours; only read. */
  record Look(int ordinal, ObjectId id, ResourceType type) implements Step {}
}
