package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** Something to be done to another object of the same namespace. */
public sealed interface Work {
  /** The kind of the other object, such as {@code pods}. */
  String resource();

  /** Brings an object into being; one that is there already stays. */
  record Create(String resource, ObjectNode object) implements Work {}

  /** Brings an object into being or replaces it. */
  record Put(String resource, ObjectNode object) implements Work {}

  /** Removes this very object. */
  record Delete(String resource, String name, String uid) implements Work {}

  /** Changes an object, not its status. */
  record Change(String resource, String name, Consumer<ObjectNode> change) implements Work {}
}
