package dev.fleetwright.agent;

import dev.fleetwright.swarm.controller.Evidence;
import java.io.IOException;
import java.util.List;

/** The controllers, as a cluster's agent uses them. */
interface Swarms {

  /** Swarms of this cluster that had a controller before. */
  List<String> known(String cluster) throws IOException;

  void host(String swarmId);

  void report(String swarmId, Evidence evidence);

  /** Ends the controller and deletes what it has kept. */
  void forget(String swarmId) throws IOException;
}
