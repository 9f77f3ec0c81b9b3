package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.render.catalog.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "init",
    description = "Write a working example to start from.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright init module > module.yaml && fleetwright render -f module.yaml",
      "  fleetwright init transformer --out my-transformers/config-map.yaml"
    })
public final class InitCommand implements Callable<Integer> {

  enum What {
    module,
    transformer
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "WHAT", description = "${COMPLETION-CANDIDATES}")
  private What what = What.module;

  @Option(names = "--out", paramLabel = "FILE", description = "A new file, instead of stdout.")
  private @Nullable String out;

  public InitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    String text = Resources.text("init/" + what + ".yaml");
    if (out == null) {
      console.out().print(text);
      console.out().flush();
      return ExitCode.YES;
    }
    Path file = Path.of(out);
    if (Files.exists(file)) {
      console.err().println(spec.qualifiedName() + ": " + out + " exists, and is left as it is");
      return ExitCode.NO;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, text);
    console.err().println("wrote " + out);
    return ExitCode.YES;
  }
}
