package dev.fleetwright.apiserver.security;

import java.io.IOException;
import java.nio.file.Path;

/** A server is running on the data directory. */
public final class DirectoryInUse extends IOException {
  DirectoryInUse(Path directory, String holder) {
    super(
        "another server is running on "
            + directory
            + holder
            + "; stop it first or choose another data directory");
  }
}
