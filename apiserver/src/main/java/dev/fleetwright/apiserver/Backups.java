package dev.fleetwright.apiserver;

import dev.fleetwright.apiserver.security.DataDirectory;
import dev.fleetwright.apiserver.security.DataFiles;
import dev.fleetwright.apiserver.security.PrivateFile;
import dev.fleetwright.apiserver.store.Backup;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Backups of a data directory that no server uses; a running server makes its own. */
public final class Backups {
  static final String STORE = "store.db";

  private Backups() {}

  /**
   * Copies a data directory on which no server runs.
   *
   * @throws IOException also when a server does run on it
   */
  public static Backup.Content copy(Path dataDir, Path target) throws IOException {
    if (!Files.isRegularFile(dataDir.resolve(STORE))) {
      throw new IOException("there is no data in " + dataDir);
    }
    try (var directory = DataDirectory.open(dataDir);
        var store =
            ObjectStore.open(
                directory.path().resolve(STORE), new ObjectStore.Limits(1, 1_000, 0))) {
      write(store, dataDir, target);
    }
    return check(target);
  }

  static void write(ObjectStore store, Path dataDir, Path target) throws IOException {
    PrivateFile.create(target);
    try {
      store.backup(target, DataFiles.read(dataDir));
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(target);
      throw e;
    }
  }

  /** Looks through a backup; a failure when it is none or damaged. */
  public static Backup.Content check(Path backup) throws IOException {
    return Backup.check(backup);
  }

  /**
   * Puts a backup back into a data directory on which no server runs.
   *
   * @param replace whether data that is there may be lost
   */
  public static Backup.Content restore(Path backup, Path dataDir, boolean replace)
      throws IOException {
    Backup.Content content = check(backup);
    try (var directory = DataDirectory.open(dataDir)) {
      Path store = directory.path().resolve(STORE);
      if (Files.exists(store) && !replace) {
        throw new IOException(
            "there is data in " + dataDir + " already; --replace puts the backup in its place");
      }
      DataFiles.write(dataDir, content.files());
      Backup.restore(backup, store);
    }
    return content;
  }
}
