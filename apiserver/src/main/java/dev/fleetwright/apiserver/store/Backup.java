package dev.fleetwright.apiserver.store;

import dev.fleetwright.apiserver.security.PrivateFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;

/**
 * A backup is one SQLite file: the store as it was at one version, and beside it the small files of
 * the data directory, so that certificates and tokens survive too.
 */
public final class Backup {
  /**
   * How far versions jump when a backup is put back. Versions that were given out after the backup
   * must never come again with another meaning.
   */
  static final long JUMP = 1_000_000_000L;

  private Backup() {}

  /** What is in a backup. */
  public record Content(long version, int objects, Map<String, byte[]> files) {}

  /** Writes a backup of a state in memory into an empty file; writers go on meanwhile. */
  static void write(Path target, WatchCache.Snapshot state, Map<String, byte[]> files)
      throws IOException {
    try (var file = new SqliteFile(target)) {
      var events = new ArrayList<Event>();
      for (Entry entry : state.entries()) {
        events.add(new Event(Event.Type.ADDED, entry, null));
        if (events.size() == 1_000) {
          file.put(events);
          events.clear();
        }
      }
      file.put(events);
      file.finish(state.version());
    } catch (SQLException e) {
      throw new IOException("cannot write " + target + ": " + e.getMessage(), e);
    }
    addFiles(target, files);
  }

  private static void addFiles(Path target, Map<String, byte[]> files) throws IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + target);
        var statement = connection.createStatement()) {
      // One file that can be copied: no log beside it.
      statement.execute("PRAGMA journal_mode=DELETE");
      statement.execute(
          "CREATE TABLE files(name TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO files VALUES(?,?)")) {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
          insert.setString(1, file.getKey());
          insert.setBytes(2, file.getValue());
          insert.executeUpdate();
        }
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IOException("cannot write " + target + ": " + e.getMessage(), e);
    }
  }

  /** Looks through a backup; a failure when it is none or damaged. */
  public static Content check(Path backup) throws IOException {
    if (!Files.isRegularFile(backup)) {
      throw new IOException("there is no file " + backup);
    }
    try (Connection connection = open(backup);
        var statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
        if (!rows.next() || !rows.getString(1).equals("ok")) {
          throw new StoreDamage(backup, "is damaged: " + rows.getString(1), null);
        }
      }
      try (ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
        if (!rows.next() || rows.getInt(1) == 0) {
          throw new IOException(backup + " is no backup of Fleetwright");
        }
        if (rows.getInt(1) > SqliteFile.FORMAT) {
          throw new IOException(backup + " was written by a newer version of this program");
        }
      }
      long version = number(statement.executeQuery("SELECT version FROM progress"));
      int objects = (int) number(statement.executeQuery("SELECT COUNT(*) FROM objects"));
      var files = new LinkedHashMap<String, byte[]>();
      try (ResultSet rows =
          statement.executeQuery("SELECT name, content FROM files ORDER BY name")) {
        while (rows.next()) {
          files.put(rows.getString(1), rows.getBytes(2));
        }
      }
      return new Content(version, objects, files);
    } catch (SQLException e) {
      if (List.of("no such table: files", "no such table: progress").stream()
          .anyMatch(text -> String.valueOf(e.getMessage()).contains(text))) {
        throw new IOException(backup + " is no backup of Fleetwright", e);
      }
      throw StoreDamage.of(backup, e);
    }
  }

  private static Connection open(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  private static long number(ResultSet rows) throws SQLException {
    try (rows) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Makes a store file out of a backup that was checked; what was there is replaced. */
  public static void restore(Path backup, Path store) throws IOException {
    Path fresh = store.resolveSibling(store.getFileName() + ".restoring");
    for (String ending : List.of("", "-wal", "-shm", "-journal")) {
      Files.deleteIfExists(Path.of(fresh + ending));
    }
    PrivateFile.create(fresh);
    try (var out = Files.newOutputStream(fresh, StandardOpenOption.WRITE)) {
      Files.copy(backup, out);
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + fresh);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA secure_delete=ON");
      statement.execute("DROP TABLE files");
      statement.execute("UPDATE progress SET version=version+" + JUMP);
    } catch (SQLException e) {
      throw new IOException("cannot write " + fresh + ": " + e.getMessage(), e);
    }
    try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    for (String ending : List.of("-wal", "-shm", "-journal")) {
      Files.deleteIfExists(Path.of(store + ending));
    }
    Files.move(fresh, store, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
