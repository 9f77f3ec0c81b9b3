package dev.fleetwright.apiserver.http;

import java.io.IOException;
import java.nio.file.Path;

/** What can be done with the server as a whole while it runs. */
public interface Administration {
  /** Creates a logical cluster; false when it was there. */
  boolean addCluster(String name) throws IOException;

  /** Writes a consistent copy of everything into a new file and returns it. */
  Path backup() throws IOException;
}
