package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** What a behaviour can see around an object. */
public interface Scene {
  Instant now();

  /** Since when the object is there, more exactly than its creation time says. */
  Instant since();

  /** The objects of the namespace that have this one as their controller. */
  List<ObjectNode> owned(String resource);

  /** All objects of the namespace, or of the cluster for kinds without namespaces. */
  List<ObjectNode> all(String resource);
}
