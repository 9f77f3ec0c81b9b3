package dev.fleetwright.apiserver.store;

import static org.sqlite.SQLiteErrorCode.SQLITE_CORRUPT;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.sqlite.SQLiteException;

/** The file on disk: one row per object and the version of the last change. One thread only. */
final class SqliteFile implements AutoCloseable {
  static final int FORMAT = 1;

  private static final int SHRINK_STEP = 1_000;

  /** Statements that are compiled once. */
  private record Statements(
      PreparedStatement put,
      PreparedStatement delete,
      PreparedStatement version,
      // Transactions are begun and ended here and not by the driver: SQLite itself ends one when
      // the disk is full, and the driver does not notice.
      PreparedStatement begin,
      PreparedStatement commit) {
    static Statements of(Connection connection) throws SQLException {
      return new Statements(
          connection.prepareStatement(
              "INSERT INTO objects(cluster, resource, namespace, name, version, body)"
                  + " VALUES(?,?,?,?,?,?) ON CONFLICT DO UPDATE SET version=excluded.version,"
                  + " body=excluded.body"),
          connection.prepareStatement(
              "DELETE FROM objects WHERE cluster=? AND resource=? AND namespace=? AND name=?"),
          connection.prepareStatement("UPDATE progress SET version=? WHERE id=1"),
          connection.prepareStatement("BEGIN IMMEDIATE"),
          connection.prepareStatement("COMMIT"));
    }

    void close() throws SQLException {
      for (PreparedStatement one : List.of(put, delete, version, begin, commit)) {
        one.close();
      }
    }
  }

  private final Connection connection;
  private Statements statements;
  private boolean begun;

  SqliteFile(Path file) throws SQLException {
    var settings = new Properties();
    // Else the driver asks for the number of the row after each one that is written.
    settings.setProperty("jdbc.get_generated_keys", "false");
    connection = DriverManager.getConnection("jdbc:sqlite:" + file, settings);
    try {
      prepareFile();
      statements = Statements.of(connection);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void prepareFile() throws SQLException {
    try (var statement = connection.createStatement()) {
      // One process owns the file, so that the index of the write-ahead log needs no shared memory.
      statement.execute("PRAGMA locking_mode=EXCLUSIVE");
      // Counts for new files only: space of deleted objects can be given back piece by piece.
      statement.execute("PRAGMA auto_vacuum=INCREMENTAL");
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
        var at = new ObjectKey(shared, rows.getString(3), rows.getString(4));
        byte[] body = rows.getBytes(6);
        if (body.length < 2 || body[0] != '{' || body[body.length - 1] != '}') {
          throw new SQLiteException("the object " + at + " is broken", SQLITE_CORRUPT);
        }
        objects.accept(new Entry(at, rows.getLong(5), body));
      }
    }
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT version FROM progress")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Writes all events in one durable step; on failure nothing of them is kept. */
  void commit(List<Event> events) throws SQLException {
    try {
      put(events);
      finish(events.getLast().version());
    } catch (SQLException e) {
      throw undone(e);
    }
  }

  /** Finds out whether the file can be written, by writing what it says already. */
  void probe(long last) throws SQLException {
    try {
      finish(last);
    } catch (SQLException e) {
      throw undone(e);
    }
  }

  private SQLException undone(SQLException failure) {
    begun = false;
    try (var statement = connection.createStatement()) {
      statement.execute("ROLLBACK");
    } catch (SQLException second) {
      failure.addSuppressed(second); // most often: it was rolled back already
    }
    try {
      // The driver cannot use a statement again once it has failed.
      statements.close();
      statements = Statements.of(connection);
    } catch (SQLException second) {
      failure.addSuppressed(second);
    }
    return failure;
  }

  /** Writes events without ending the step. */
  void put(List<Event> events) throws SQLException {
    begin();
    for (Event event : events) {
      if (event.type() == Event.Type.DELETED) {
        bind(statements.delete(), event.object().key());
        statements.delete().executeUpdate();
      } else {
        bind(statements.put(), event.object().key());
        statements.put().setLong(5, event.version());
        statements.put().setBytes(6, event.object().body());
        statements.put().executeUpdate();
      }
    }
  }

  /** Ends the step: all that was put is on disk now, with the version of the last change. */
  void finish(long last) throws SQLException {
    begin();
    statements.version().setLong(1, last);
    statements.version().executeUpdate();
    statements.commit().executeUpdate();
    begun = false;
  }

  private void begin() throws SQLException {
    if (!begun) {
      statements.begin().executeUpdate();
      begun = true;
    }
  }

  /** Limits the file to a size in bytes; 0 for no limit of its own. */
  void limit(long bytes) throws SQLException {
    if (bytes > 0) {
      long pages = Math.max(1, bytes / Math.max(1, number("PRAGMA page_size")));
      number("PRAGMA max_page_count=" + pages);
    }
  }

  /**
   * Gives some space of deleted objects back to the disk, where it is worth it.
   *
   * @return whether there is more to do
   */
  boolean shrink() throws SQLException {
    long free = number("PRAGMA freelist_count");
    if (free < SHRINK_STEP || free * 4 < number("PRAGMA page_count")) {
      number("PRAGMA wal_checkpoint(TRUNCATE)");
      return false;
    }
    try (var statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA incremental_vacuum(" + SHRINK_STEP + ")");
    }
    return number("PRAGMA freelist_count") < free;
  }

  private long number(String query) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : 0;
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
