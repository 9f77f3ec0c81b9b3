package dev.fleetwright.cli.doctor;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Is a program that people use beside us on the PATH? */
record ToolCheck(String tool, String searchPath, String use, String fix)
    implements Supplier<Finding> {

  @Override
  public Finding get() {
    return find()
        .map(file -> Finding.ok(tool, file.toString()))
        .orElseGet(() -> Finding.warn(tool, "not on the PATH; " + use, fix));
  }

  private Optional<Path> find() {
    for (String folder : searchPath.split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, tool);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
