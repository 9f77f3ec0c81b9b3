package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.CONFIG_MAPS;
import static dev.fleetwright.apiserver.Samples.DEFINITION;
import static dev.fleetwright.apiserver.Samples.WIDGETS;
import static dev.fleetwright.apiserver.Samples.configMap;
import static dev.fleetwright.apiserver.Samples.widget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLifeTest {
  @TempDir private Path temp;

  private static Client client(ApiServer server, String cluster) {
    return new Client(server.address(cluster), server.caCertificate(), server.token());
  }

  @Test
  void aSecondStartContinues() throws IOException {
    Path data = temp.resolve("data");
    String ca;
    String token;
    String version;
    var clock = Clock.fixed(Instant.parse("2030-01-02T03:04:05.678Z"), ZoneOffset.UTC);
    try (var server = ApiServer.start(Config.of(data).withClock(clock))) {
      server.addCluster("cluster1");
      server.installDefinitions(
          "cluster1",
          new ByteArrayInputStream(Client.json(DEFINITION).getBytes(StandardCharsets.UTF_8)));
      var client = client(server, "cluster1");
      client.post(WIDGETS, widget("w", "'size':1")).expect(201);
      client.post(CONFIG_MAPS, configMap("gone", "")).expect(201);
      client.delete(CONFIG_MAPS + "/gone").expect(200);
      var last = client.post(CONFIG_MAPS, configMap("kept", "")).expect(201);
      assertThat(last.text("/metadata/creationTimestamp")).isEqualTo("2030-01-02T03:04:05Z");
      version = last.text("/metadata/resourceVersion");
      ca = server.caCertificate();
      token = server.token();
    }
    try (var server = ApiServer.start(Config.of(data).withClock(clock))) {
      assertThat(server.caCertificate()).isEqualTo(ca);
      assertThat(server.token()).isEqualTo(token);
      assertThat(server.clusters()).containsExactly("cluster1");
      assertThat(Files.readString(server.kubeconfig()))
          .contains("current-context: hub")
          .contains(server.address() + "/clusters/cluster1");
      var client = client(server, "cluster1");
      client.get(WIDGETS + "/w").expect(200);
      client.get(CONFIG_MAPS + "/gone").expect(404);
      assertThat(client.get(CONFIG_MAPS + "/kept").text("/metadata/resourceVersion"))
          .isEqualTo(version);
      // A watch goes on from the last version, and versions go on growing.
      try (var watch = client.watch(CONFIG_MAPS + "?watch=true&resourceVersion=" + version)) {
        var next = client.post(CONFIG_MAPS, configMap("new", "")).expect(201);
        assertThat(next.body().at("/metadata/resourceVersion").asLong())
            .isGreaterThan(Long.parseLong(version));
        assertThat(watch.brief()).isEqualTo("ADDED new");
      }
      // Definitions given again change nothing.
      String definition =
          client
              .get(Samples.DEFINITIONS + "/widgets.example.dev")
              .text("/metadata/resourceVersion");
      server.installDefinitions(
          "cluster1",
          new ByteArrayInputStream(Client.json(DEFINITION).getBytes(StandardCharsets.UTF_8)));
      assertThat(
              client
                  .get(Samples.DEFINITIONS + "/widgets.example.dev")
                  .text("/metadata/resourceVersion"))
          .isEqualTo(definition);
    }
  }

  @Test
  void oneDirectoryHasOneServer() throws IOException {
    try (var server = ApiServer.start(Config.of(temp.resolve("d")))) {
      assertThat(server.port()).isPositive();
      assertThatThrownBy(() -> ApiServer.start(Config.of(temp.resolve("d"))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another server is running on");
    }
  }

  @Test
  void secretsAreForTheirOwnerOnly() throws IOException {
    Path data = temp.resolve("d");
    try (var server = ApiServer.start(Config.of(data))) {
      assertThat(server.kubeconfig()).isEqualTo(data.resolve("kubeconfig"));
      for (String file : new String[] {"kubeconfig", "admin.token", "ca.key", "server.key"}) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(file))))
            .as(file)
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void aTokenIsRequired() {
    Client client = Shared.client(ApiServer.HUB);
    var refused = client.withToken("wrong").get("/api/v1/namespaces").expect(401);
    assertThat(refused.text("/reason")).isEqualTo("Unauthorized");
    client.withToken("").get("/api").expect(401);
    for (String open : new String[] {"/healthz", "/readyz", "/livez", "/version"}) {
      client.withToken("wrong").get(open).expect(200);
    }
    assertThat(client.get("/version").text("/minor")).isEqualTo("32");
  }

  @Test
  void clusterNamesAreLabels() {
    assertThatThrownBy(() -> Shared.server().addCluster("a.b"))
        .hasMessageContaining("is no name for a cluster");
    assertThatThrownBy(() -> Shared.server().addCluster("../x"))
        .hasMessageContaining("is no name for a cluster");
  }
}
