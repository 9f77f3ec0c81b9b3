package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.render.Library;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What commands about definitions and providers have in common: where more are, and the form. */
final class LibraryOptions {

  enum Format {
    table,
    json,
    yaml
  }

  @Option(
      names = "--provider-path",
      paramLabel = "DIR",
      description = "More definitions, transformers and providers. May be repeated.")
  private List<String> paths = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private Format format = Format.table;

  @Nullable Library library(Workspace workspace) {
    return workspace.library(paths);
  }

  String print(Object data, Supplier<String> table) {
    return switch (format) {
      case table -> table.get();
      case json -> Machine.json(data);
      case yaml -> Machine.yaml(data);
    };
  }
}
