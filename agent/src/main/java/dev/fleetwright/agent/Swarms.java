package dev.fleetwright.agent;

import dev.fleetwright.swarm.controller.Evidence;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The controllers, as a cluster's agent uses them. */
interface Swarms {

  /** Swarms of this cluster that had a controller before. */
  List<String> known(String cluster) throws IOException;

  void host(String cluster, String swarmId);

  void report(String swarmId, Evidence evidence);

  /** Ends the controller; what it has kept still answers for old commands, should it come back. */
  void unhost(String swarmId);

  /** How long that is kept. */
  Duration retention();

  /** Deletes what a controller has kept, when it can matter no more. */
  void sweep(String swarmId) throws IOException;
}
