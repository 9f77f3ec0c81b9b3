package dev.fleetwright.cli.up;

import dev.fleetwright.agent.ClusterClients;
import dev.fleetwright.apiserver.ApiServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Clients of the embedded server, one for each logical cluster. Nothing is taken from the
 * environment.
 */
final class Clients implements AutoCloseable {

  private final ApiServer server;
  private final ClusterClients clients = new ClusterClients();

  Clients(ApiServer server) {
    this.server = server;
  }

  /** A client with all rights. */
  KubernetesClient of(String cluster) {
    return of(cluster, server.token());
  }

  /** A client of the user whose token is given. */
  KubernetesClient of(String cluster, String token) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(server.address(cluster))
            .withOauthToken(token)
            .withCaCertData(
                Base64.getEncoder()
                    .encodeToString(server.caCertificate().getBytes(StandardCharsets.UTF_8)))
            .withNamespace("default")
            .withRequestRetryBackoffLimit(3)
            .build();
    return clients.open(config);
  }

  @Override
  public void close() {
    clients.close();
  }
}
