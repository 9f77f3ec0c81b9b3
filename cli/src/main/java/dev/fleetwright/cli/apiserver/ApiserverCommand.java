package dev.fleetwright.cli.apiserver;

import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.security.PrivateFile;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "apiserver",
    description = {
      "Run the embedded API server alone: a Kubernetes API for kubectl and other clients, with"
          + " nothing behind it.",
      "Runs until Ctrl-C. A second start on the same data continues with the same objects, tokens"
          + " and certificates."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright apiserver --data ./data --clusters east,west",
      "  kubectl --kubeconfig ./data/kubeconfig --context east create namespace shop"
    })
public final class ApiserverCommand implements Callable<Integer> {

  private static final int USUAL_PORT = 7443;

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${sys:user.home}/.fleetwright/data",
      description = "Where everything is kept (${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "-1",
      description = "0 for any free one; default 7443, or any free one where that is taken.")
  private int port = -1;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Option(
      names = "--clusters",
      paramLabel = "NAMES",
      split = ",",
      description = "Logical clusters to create where they are missing, by comma.")
  private List<String> clusters = List.of();

  @Option(
      names = "--max-size",
      paramLabel = "MB",
      defaultValue = "0",
      description = "How large the store may become; default: what the disk holds.")
  private long maxMegabytes;

  public ApiserverCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < -1 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "--port must be from 0 to 65535, not " + port);
    }
    if (maxMegabytes < 0) {
      throw new ParameterException(spec.commandLine(), "--max-size must not be negative");
    }
    try {
      createFolder();
      log(data.resolve("fleetwright.log"));
      ApiServer server =
          ApiServer.start(
              Config.of(data)
                  .withHost(host)
                  .withPort(chosenPort())
                  .withMaxStoreBytes(maxMegabytes << 20));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "shutdown"));
      server.addClusters(clusters);
      announce(server);
      new CountDownLatch(1).await();
      return ExitCode.YES;
    } catch (Failure e) {
      console.err().println("fleetwright apiserver: " + e.text());
      return ExitCode.NO;
    } catch (IOException e) {
      console.err().println("fleetwright apiserver: " + IoText.of(e));
      console.err().println("Next: fleetwright doctor --data " + data);
      return ExitCode.NO;
    }
  }

  private void createFolder() throws IOException {
    if (Files.exists(data) && !Files.isDirectory(data)) {
      throw new IOException(data + " is a file, and a folder is needed");
    }
    PrivateFile.createDirectory(data);
  }

  private int chosenPort() {
    if (port >= 0) {
      return port;
    }
    return LoopbackPort.obstacle(USUAL_PORT).isEmpty() ? USUAL_PORT : 0;
  }

  private void announce(ApiServer server) {
    console.out().println(console.green("✓") + " API server on " + server.address());
    console
        .out()
        .println(
            "  kubeconfig   " + server.kubeconfig() + "  (contexts hub and each logical cluster)");
    console.out().println("  clusters     " + clusterLine(server));
    console.out().println("  audit log    " + data.resolve("audit.log"));
    console.out().println("Next:");
    console.out().println("  export KUBECONFIG=" + server.kubeconfig().toAbsolutePath());
    console.out().println("  kubectl get namespaces");
    console.out().println("Ctrl-C stops it.");
    console.out().flush();
  }

  private static String clusterLine(ApiServer server) {
    var names = List.copyOf(server.clusters());
    if (names.isEmpty()) {
      return "the hub alone; one more by  kubectl create --raw /clusters/NAME -f /dev/null";
    }
    return names.size() <= 5
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, 5)) + " and " + (names.size() - 5) + " more";
  }

  private void stop(ApiServer server) {
    server.close();
    console.err().println("stopped; the data stays in " + data);
  }

  /** The server logs by the JDK's own means; loading more would only make the start slower. */
  private static void log(Path file) throws IOException {
    // The driver of the store would start the logging of the hub, XML reader and all.
    System.setProperty("slf4j.internal.verbosity", "WARN");
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    LogManager.getLogManager().reset();
    PrivateFile.create(file);
    Logger.getLogger("").addHandler(new LogHandler(file));
  }

  private static final class LogHandler extends StreamHandler {
    LogHandler(Path file) throws IOException {
      super(Files.newOutputStream(file, StandardOpenOption.APPEND), new SimpleFormatter());
    }

    @Override
    public synchronized void publish(LogRecord record) {
      super.publish(record);
      flush();
    }
  }
}
