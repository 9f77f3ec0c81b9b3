package dev.fleetwright.apiserver.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The file on disk: one row per object and the version of the last change. One thread only. */
final class SqliteFile implements AutoCloseable {
  private static final int FORMAT = 1;

  private final Connection connection;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final PreparedStatement version;

  SqliteFile(Path file) throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (var statement = connection.createStatement()) {
      // One process owns the file, so that the index of the write-ahead log needs no shared memory.
      statement.execute("PRAGMA locking_mode=EXCLUSIVE");
      statement.execute("PRAGMA journal_mode=WAL");
      // The log is synced at every commit: an acknowledged write survives a power cut.
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA wal_autocheckpoint=4000");
      statement.execute("PRAGMA journal_size_limit=67108864");
      checkFormat();
      statement.execute(
          "CREATE TABLE IF NOT EXISTS objects(cluster TEXT NOT NULL, resource TEXT NOT NULL,"
              + " namespace TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL,"
              + " body BLOB NOT NULL, PRIMARY KEY(cluster, resource, namespace, name))");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS progress(id INTEGER PRIMARY KEY CHECK(id=1), version INTEGER"
              + " NOT NULL)");
      statement.execute("INSERT OR IGNORE INTO progress VALUES(1, 1)");
      statement.execute("PRAGMA user_version=" + FORMAT);
    }
    connection.setAutoCommit(false);
    put =
        connection.prepareStatement(
            "INSERT INTO objects(cluster, resource, namespace, name, version, body)"
                + " VALUES(?,?,?,?,?,?) ON CONFLICT DO UPDATE SET version=excluded.version,"
                + " body=excluded.body");
    delete =
        connection.prepareStatement(
            "DELETE FROM objects WHERE cluster=? AND resource=? AND namespace=? AND name=?");
    version = connection.prepareStatement("UPDATE progress SET version=? WHERE id=1");
  }

  private void checkFormat() throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
      if (rows.next() && rows.getInt(1) > FORMAT) {
        throw new SQLException("the data was written by a newer version of this program");
      }
    }
  }

  /** Hands out every object and returns the version of the last change. */
  long load(Consumer<Entry> objects) throws SQLException {
    Map<CollectionKey, CollectionKey> keys = new HashMap<>();
    try (var statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT cluster, resource, namespace, name, version, body FROM objects")) {
      while (rows.next()) {
        var key = new CollectionKey(rows.getString(1), rows.getString(2));
        var shared = keys.computeIfAbsent(key, k -> k);
        objects.accept(
            new Entry(
                new ObjectKey(shared, rows.getString(3), rows.getString(4)),
                rows.getLong(5),
                rows.getBytes(6)));
      }
    }
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT version FROM progress")) {
      rows.next();
      return rows.getLong(1);
    } finally {
      connection.rollback();
    }
  }

  /** Writes all events in one durable step; on failure nothing of them is kept. */
  void commit(List<Event> events) throws SQLException {
    try {
      for (Event event : events) {
        if (event.type() == Event.Type.DELETED) {
          bind(delete, event.object().key());
          delete.executeUpdate();
        } else {
          bind(put, event.object().key());
          put.setLong(5, event.version());
          put.setBytes(6, event.object().body());
          put.executeUpdate();
        }
      }
      version.setLong(1, events.getLast().version());
      version.executeUpdate();
      connection.commit();
    } catch (SQLException e) {
      try {
        connection.rollback();
      } catch (SQLException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private static void bind(PreparedStatement statement, ObjectKey key) throws SQLException {
    statement.setString(1, key.collection().cluster());
    statement.setString(2, key.collection().resource());
    statement.setString(3, key.namespace());
    statement.setString(4, key.name());
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
