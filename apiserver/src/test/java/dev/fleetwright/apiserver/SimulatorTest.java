package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.DEPLOYMENT;
import static dev.fleetwright.apiserver.Samples.DEPLOYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatorTest {
  @TempDir private Path temp;

  private static Client client(ApiServer server, String cluster) {
    return new Client(server.address(cluster), server.caCertificate(), server.token());
  }

  @Test
  void deploymentsBecomeAvailableAndFollowTheirSpec() throws Exception {
    try (var server = ApiServer.start(Config.of(temp.resolve("d")))) {
      server.addCluster("c");
      Client client = client(server, "c");
      try (var simulator = WorkloadSimulator.start(server.local(), Duration.ofMillis(100))) {
        assertThat(simulator).isNotNull();
        client.post(DEPLOYMENTS, DEPLOYMENT).expect(201);
        client(server, ApiServer.HUB).post(DEPLOYMENTS, DEPLOYMENT).expect(201);
        Eventually.holds(
            () -> client.get(DEPLOYMENTS + "/web").text("/status/availableReplicas").equals("2"));
        var live = client.get(DEPLOYMENTS + "/web");
        assertThat(live.text("/status/observedGeneration")).isEqualTo("1");
        assertThat(live.text("/status/conditions/0/type")).isEqualTo("Available");
        assertThat(live.text("/status/conditions/0/status")).isEqualTo("True");
        assertThat(live.text("/status/conditions/1/reason")).isEqualTo("NewReplicaSetAvailable");
        assertThat(live.text("/metadata/generation")).isEqualTo("1");
        client.patch(DEPLOYMENTS + "/web/scale", "merge", "{'spec':{'replicas':0}}").expect(200);
        Eventually.holds(() -> {
          var now = client.get(DEPLOYMENTS + "/web");
          return now.text("/status/observedGeneration").equals("2")
              && !now.body().path("status").has("readyReplicas");
        });
        client.patch(DEPLOYMENTS + "/web/scale", "merge", "{'spec':{'replicas':1}}").expect(200);
        Eventually.holds(
            () -> client.get(DEPLOYMENTS + "/web").text("/status/readyReplicas").equals("1"));
        client.delete(DEPLOYMENTS + "/web").expect(200);
        client.get(DEPLOYMENTS + "/web").expect(404);
        assertThat(client(server, ApiServer.HUB).get(DEPLOYMENTS + "/web").body().has("status"))
            .isFalse();
      }
    }
  }

  @Test
  void aRestartGoesOn() throws IOException, InterruptedException {
    Path data = temp.resolve("r");
    try (var server = ApiServer.start(Config.of(data))) {
      server.addCluster("c");
      client(server, "c").post(DEPLOYMENTS, DEPLOYMENT).expect(201);
      try (var simulator = WorkloadSimulator.start(server.local(), Duration.ofHours(1))) {
        assertThat(simulator).isNotNull();
        Eventually.holds(() ->
            client(server, "c")
                .get(DEPLOYMENTS + "/web")
                .text("/status/unavailableReplicas")
                .equals("2"));
      }
    }
    try (var server = ApiServer.start(Config.of(data));
        var simulator = WorkloadSimulator.start(server.local(), Duration.ofMillis(1))) {
      assertThat(simulator).isNotNull();
      Eventually.holds(() ->
          client(server, "c")
              .get(DEPLOYMENTS + "/web")
              .text("/status/availableReplicas")
              .equals("2"));
    }
  }
}
