package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.up.Kubeconfigs;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.io.IOException;
import java.net.BindException;
import java.net.HttpURLConnection;
import java.net.UnknownHostException;
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

  private static final int FEW_TRIES = 3;
  private static final int TOO_MANY_REQUESTS = 429;

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
      return Kubeconfigs.context(Kubeconfigs.find(kubeconfig), name).map(ServerOptions::impatient);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Asks for somebody who waits for the answer: a server that is not there is not tried for half a
   * minute.
   */
  int ask(Console console, String command, Question question) throws InterruptedException {
    return run(console, command, client -> question.ask(impatient(client)));
  }

  private static KubernetesClient impatient(KubernetesClient client) {
    return client
        .newClient(
            new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(FEW_TRIES)
                .withWatchReconnectLimit(0)
                .build())
        .adapt(KubernetesClient.class);
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
    return isSilent(e) || e.getStatus() == null
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

  /** Whether nobody answers; then there is no code of HTTP, and the client has its own for that. */
  static boolean isSilent(KubernetesClientException e) {
    return e.getStatus() == null && e.getCode() < HttpURLConnection.HTTP_OK;
  }

  /** Whether nobody answers, or somebody who cannot yet; another time it may be different. */
  static boolean isAway(KubernetesClientException e) {
    return isSilent(e)
        || e.getCode() == TOO_MANY_REQUESTS
        || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
  }

  /** What the network says, with the address and without the names of classes. */
  static String reason(KubernetesClientException e) {
    Throwable cause = e;
    while (cause.getCause() != null
        && (cause instanceof KubernetesClientException || cause.getMessage() == null)) {
      cause = cause.getCause();
    }
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    boolean unknown =
        cause instanceof UnknownHostException || cause.getCause() instanceof UnknownHostException;
    return (unknown ? "unknown host: " : "") + message.lines().findFirst().orElse("");
  }
}
