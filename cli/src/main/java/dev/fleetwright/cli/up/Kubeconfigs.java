package dev.fleetwright.cli.up;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the server that a command should ask. */
public final class Kubeconfigs {

  private Kubeconfigs() {}

  public static KubernetesClient client(@Nullable Path option) throws IOException {
    Path file = find(option);
    try {
      return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(file.toFile())).build();
    } catch (RuntimeException e) {
      throw new IOException(file + " is no kubeconfig that can be used: " + e.getMessage(), e);
    }
  }

  /** The file that {@link #client} takes. */
  public static Path find(@Nullable Path option) throws IOException {
    if (option != null) {
      if (!Files.isRegularFile(option)) {
        throw new IOException("there is no file " + option);
      }
      return option;
    }
    String variable = System.getenv("KUBECONFIG");
    List<Path> candidates =
        variable != null && !variable.isEmpty()
            ? List.of(variable.split(File.pathSeparator, -1)).stream().map(Path::of).toList()
            : List.of(
                Path.of(System.getProperty("user.home", "."), ".fleetwright", "data", "kubeconfig"),
                Path.of(System.getProperty("user.home", "."), ".kube", "config"));
    return candidates.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> new IOException("no kubeconfig: none of " + candidates + " is there"));
  }
}
