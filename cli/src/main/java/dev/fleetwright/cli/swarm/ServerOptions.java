package dev.fleetwright.cli.swarm;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.cli.up.BrokerFile;
import dev.fleetwright.cli.up.Kubeconfigs;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command finds the broker and the API server of a running {@code up}. */
final class ServerOptions {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data folder of fleetwright up; default: the folder of the kubeconfig, else"
              + " ~/.fleetwright/data.")
  private @Nullable Path data;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Default: that of --data, else KUBECONFIG, else that of fleetwright up.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--amqp",
      paramLabel = "URI",
      description =
          "The broker; default: that of fleetwright up, else FLEETWRIGHT_AMQP. Name a"
              + " ?passwordfile= rather than a password.")
  private @Nullable String amqp;

  /** The broker to talk to. */
  BrokerAddress broker() throws IOException {
    if (amqp != null) {
      return parsed("--amqp", amqp);
    }
    if (data != null) {
      return BrokerFile.read(BrokerFile.in(data));
    }
    Set<Path> folders = new LinkedHashSet<>();
    if (kubeconfig != null) {
      folders.add(folderOf(kubeconfig));
    } else {
      try {
        folders.add(folderOf(Kubeconfigs.find(null)));
      } catch (IOException e) {
        // Then the usual place is all there is.
      }
      folders.add(Path.of(System.getProperty("user.home", "."), ".fleetwright", "data"));
    }
    for (Path folder : folders) {
      if (Files.exists(BrokerFile.in(folder))) {
        return BrokerFile.read(BrokerFile.in(folder));
      }
    }
    String variable = System.getenv("FLEETWRIGHT_AMQP");
    if (variable != null && !variable.isEmpty()) {
      return parsed("FLEETWRIGHT_AMQP", variable);
    }
    return BrokerFile.read(BrokerFile.in(folders.iterator().next()));
  }

  private static Path folderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? Path.of("") : folder;
  }

  private static BrokerAddress parsed(String where, String text) throws IOException {
    return switch (BrokerAddress.parse(text)) {
      case Checked.Valid<BrokerAddress>(BrokerAddress address) -> address;
      case Checked.Invalid<BrokerAddress>(List<Problem> problems) ->
          throw new IOException(
              where + ": " + String.join("; ", problems.stream().map(Problem::message).toList()));
    };
  }

  /** A client of the hub's API server. */
  KubernetesClient kubernetes() throws IOException {
    Path own = kubeconfig;
    if (own == null && data != null) {
      own = data.resolve("kubeconfig");
    }
    return Kubeconfigs.client(own);
  }
}
