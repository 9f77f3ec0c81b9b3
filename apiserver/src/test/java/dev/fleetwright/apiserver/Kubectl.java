package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The real kubectl, against one logical cluster. */
final class Kubectl {
  private static final boolean INSTALLED = isInstalled();

  private final String cluster;
  private final Path folder;
  private final Path kubeconfig;

  Kubectl(ApiServer server, String cluster, Path folder) {
    Assumptions.assumeTrue(
        INSTALLED, "kubectl is not on the PATH, so nothing is checked with it: install it");
    this.cluster = cluster;
    this.folder = folder;
    this.kubeconfig = server.kubeconfig();
  }

  private static boolean isInstalled() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder.isEmpty() ? "." : folder, "kubectl"))) {
        return true;
      }
    }
    return false;
  }

  /** Starts it; output and errors come together. */
  Process start(Map<String, String> environment, String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of("kubectl", "--context", cluster, "--cache-dir", folder.resolve("cache") + ""));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Runs it to its end: {@code exit CODE}, a line end and what it printed. */
  String run(String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), arguments);
  }

  String run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Process process = start(environment, arguments);
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return "exit " + process.exitValue() + "\n" + output;
  }

  /** Runs it and expects success; what it printed. */
  String ok(String... arguments) throws IOException, InterruptedException {
    String output = run(arguments);
    assertThat(output).as(String.join(" ", arguments)).startsWith("exit 0\n");
    return output.substring("exit 0\n".length());
  }

  /** A file with this text. */
  String file(String text) throws IOException {
    Path file = Files.createTempFile(folder, "m", ".yaml");
    Files.writeString(file, text);
    return file.toString();
  }
}
