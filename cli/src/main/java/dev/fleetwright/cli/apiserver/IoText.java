package dev.fleetwright.cli.apiserver;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why something with files failed, for people. */
final class IoText {

  private IoText() {}

  static String of(IOException failure) {
    if (failure instanceof FileSystemException file) {
      String reason =
          switch (file) {
            case NoSuchFileException _ -> "there is no such file or folder";
            case FileAlreadyExistsException _ -> "it exists already";
            default ->
                file.getReason() == null
                    ? file.getClass().getSimpleName().replace("Exception", "")
                    : file.getReason();
          };
      return file.getFile() + ": " + reason;
    }
    return String.valueOf(failure.getMessage());
  }
}
