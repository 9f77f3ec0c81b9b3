package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What a plan has to know about the cluster and the other works of it. */
public interface Surroundings {

  Types types();

  /** The object as it is, as far as it is known. */
  Optional<ObjectNode> live(ResourceType type, ObjectId id);

  /** The claims of another work that holds an object. */
  Optional<Inventory> holder(ObjectId id);

  /** A work that is in the mailbox. */
  Optional<Work> work(String name);

  /** Another work that wants an object and could take it over. */
  Optional<Work> heir(ObjectId id);
}
