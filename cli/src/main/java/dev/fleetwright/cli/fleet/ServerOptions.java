package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.up.Kubeconfigs;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.BindException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command asks, and what is said when it does not answer. */
final class ServerOptions {

  /** What a command does with a server. */
  @FunctionalInterface
  interface Question {
    int ask(KubernetesClient client) throws IOException, InterruptedException;
  }

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Default: KUBECONFIG, else the service account inside a cluster, else the one of"
              + " fleetwright up, else the one in the home folder.")
  private @Nullable Path kubeconfig;

  KubernetesClient client() throws IOException {
    return client(kubeconfig);
  }

  static KubernetesClient client(@Nullable Path file) throws IOException {
    if (file == null
        && System.getenv("KUBECONFIG") == null
        && System.getenv("KUBERNETES_SERVICE_HOST") != null) {
      return new KubernetesClientBuilder()
          .withConfig(Config.autoConfigure(null))
          .withKubernetesSerialization(ObjectJson.SHARED)
          .build();
    }
    return Kubeconfigs.client(file);
  }

  /** A client for a workload cluster: by the context of its name, where there is one. */
  Optional<KubernetesClient> cluster(String name) {
    try {
      return Kubeconfigs.context(Kubeconfigs.find(kubeconfig), name);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Asks, and answers a server that cannot be asked with what to do next. */
  int run(Console console, String command, Question question) throws InterruptedException {
    try (KubernetesClient client = client()) {
      return question.ask(client);
    } catch (IOException e) {
      console.err().println("fleetwright " + command + ": " + e.getMessage());
      console
          .err()
          .println(
              e instanceof BindException || e.getCause() instanceof BindException
                  ? "Next: name another port"
                  : "Next: start it with  fleetwright up , or name a file with --kubeconfig");
    } catch (KubernetesClientException e) {
      console.err().println("fleetwright " + command + ": " + refusal(e));
      console.err().println("Next: " + nextStep(e));
    }
    return ExitCode.NO;
  }

  /** A server that answers with no is another matter than one that does not answer. */
  private static String refusal(KubernetesClientException e) {
    return e.getCode() == 0 || e.getStatus() == null
        ? "the API server cannot be asked: " + reason(e)
        : "the API server refuses: " + e.getStatus().getMessage();
  }

  private static String nextStep(KubernetesClientException e) {
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
          "name the kubeconfig of somebody who may, with --kubeconfig";
      case HttpURLConnection.HTTP_NOT_FOUND ->
          "are the definitions of deploy/crds installed there?";
      case HttpURLConnection.HTTP_GONE -> "it changed while it was read; ask again";
      case HttpURLConnection.HTTP_BAD_REQUEST -> "correct what it names";
      default -> "is  fleetwright up  running? Check with  fleetwright doctor";
    };
  }

  static String reason(KubernetesClientException e) {
    String reason = e.getCause() == null ? String.valueOf(e.getMessage()) : e.getCause().toString();
    return reason.lines().findFirst().orElse("");
  }
}
