package dev.fleetwright.cli.doctor;

import dev.fleetwright.cli.doctor.Finding.Level;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Check what this machine has and lacks; each finding comes with its fix.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright doctor --port 7443 --amqp amqp://localhost",
      "",
      "Exits 1 when a check fails; a warning is no failure."
    })
public final class DoctorCommand implements Callable<Integer> {

  private static final long WANTED_DISK_BYTES = 512L << 20;
  private static final int TIMEOUT_MILLIS = 2_000;

  enum Format {
    table,
    json,
    yaml
  }

  private final Console console;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "7443",
      description = "The port for the API server (${DEFAULT-VALUE}).")
  private int port = 7443;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${sys:user.home}/.fleetwright/data",
      description = "The folder for data (${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  @Option(
      names = "--amqp",
      paramLabel = "URI",
      defaultValue = "${env:FLEETWRIGHT_AMQP:-}",
      description = "A RabbitMQ to check; default: FLEETWRIGHT_AMQP.")
  private String amqp = "";

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "A kubeconfig to check; default: as kubectl does.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public DoctorCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Map<String, String> environment = System.getenv();
    String searchPath = environment.getOrDefault("PATH", "");
    List<Supplier<Finding>> checks =
        List.of(
            JavaCheck.ofThisProcess(),
            new PortCheck(port),
            new DiskCheck(data, WANTED_DISK_BYTES),
            new BrokerCheck(amqp, TIMEOUT_MILLIS),
            KubeconfigCheck.of(kubeconfig, environment, System.getProperty("user.home", ".")),
            new ToolCheck(
                "kubectl",
                searchPath,
                "nothing of ours needs it, people do",
                "install kubectl 1.30 or newer"),
            new ToolCheck(
                "mvn", searchPath, "only building from source needs it", "apt-get install maven"));
    List<Finding> findings = checks.stream().map(Supplier::get).toList();
    print(findings);
    return findings.stream().anyMatch(f -> f.level() == Level.FAIL) ? ExitCode.NO : ExitCode.YES;
  }

  private void print(List<Finding> findings) {
    switch (format) {
      case json -> console.out().print(Machine.json(plain(findings)));
      case yaml -> console.out().print(Machine.yaml(plain(findings)));
      case table -> {
        Table table = new Table("", "CHECK", "FOUND");
        findings.forEach(
            f -> table.row(symbol(f.level()) + " " + word(f.level()), f.check(), f.found()));
        console.out().print(table.render());
        for (Finding f : findings) {
          if (!f.fix().isEmpty()) {
            console.out().println("  fix " + f.check() + ": " + f.fix());
          }
        }
      }
    }
    console.out().flush();
  }

  private static List<Map<String, String>> plain(List<Finding> findings) {
    return findings.stream()
        .map(f -> {
          Map<String, String> entry = new java.util.LinkedHashMap<>();
          entry.put("check", f.check());
          entry.put("level", word(f.level()));
          entry.put("found", f.found());
          entry.put("fix", f.fix());
          return entry;
        })
        .toList();
  }

  private static String word(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private static String symbol(Level level) {
    return switch (level) {
      case OK -> "✓";
      case WARN -> "!";
      case FAIL -> "✗";
    };
  }
}
