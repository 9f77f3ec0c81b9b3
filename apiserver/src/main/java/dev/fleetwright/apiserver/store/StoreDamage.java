package dev.fleetwright.apiserver.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Why a store cannot be opened, and what can be done about it. */
public final class StoreDamage extends IOException {
  StoreDamage(Path file, String message, @Nullable Throwable cause) {
    super(file + " " + message, cause);
  }

  static StoreDamage of(Path file, SQLException e) {
    SQLiteErrorCode code =
        e instanceof SQLiteException known
            ? known.getResultCode()
            : SQLiteErrorCode.getErrorCode(e.getErrorCode());
    String message =
        switch (code) {
          case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_CORRUPT_VTAB ->
              "is damaged (%s); put a backup in its place with 'fleetwright restore', or move the"
                  + " file away to begin empty";
          case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH ->
              "cannot be opened (%s); check who owns it and its folder";
          case SQLITE_FULL -> "cannot be opened: there is no space left on the disk (%s)";
          default -> "cannot be opened: %s";
        };
    return new StoreDamage(file, message.formatted(e.getMessage()), e);
  }
}
