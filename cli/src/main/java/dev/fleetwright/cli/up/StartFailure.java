package dev.fleetwright.cli.up;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Why a start failed, for people. */
final class StartFailure {

  private StartFailure() {}

  static String text(IOException failure) {
    if (failure instanceof FileSystemException file) {
      String reason =
          file.getReason() == null
              ? file.getClass().getSimpleName().replace("Exception", "")
              : file.getReason();
      return "cannot write to " + file.getFile() + ": " + reason;
    }
    return String.valueOf(failure.getMessage());
  }
}
