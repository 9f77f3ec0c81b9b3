package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.CONFIG_MAPS;
import static dev.fleetwright.apiserver.Samples.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a writing server with SIGKILL and looks for what it had acknowledged. */
class CrashTest {
  private static final int ROUNDS = Integer.getInteger("crash.rounds", 3);
  private static final int WRITERS = 4;

  @TempDir private Path temp;

  @Test
  void noAcknowledgedWriteIsLost() throws Exception {
    Path data = temp.resolve("data");
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    for (int i = 0; i < ROUNDS; i++) {
      int round = i;
      Process process = start(data);
      try {
        String address = address(process);
        var client =
            new Client(
                address,
                Files.readString(data.resolve("ca.crt")),
                Files.readString(data.resolve("admin.token")).strip());
        check(client, acknowledged);
        int done = acknowledged.size();
        try (var pool = Executors.newFixedThreadPool(WRITERS)) {
          for (int writer = 0; writer < WRITERS; writer++) {
            String prefix = "r" + round + "-w" + writer + "-";
            pool.execute(() -> write(client, prefix, acknowledged));
          }
          Eventually.holds(() -> acknowledged.size() > done + 40 + round % 50);
          process.destroyForcibly().waitFor();
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
    try (var server = ApiServer.start(Config.of(data))) {
      check(new Client(server.address(), server.caCertificate(), server.token()), acknowledged);
    }
  }

  /** Creates, updates, and namespaces, of which each comes with two objects in one step. */
  private static void write(Client client, String prefix, Map<String, String> acknowledged) {
    try {
      for (int i = 0; ; i++) {
        String name = prefix + i;
        var reply = client.post(CONFIG_MAPS, configMap(name, "'w':'x'"));
        if (reply.code() == 201) {
          acknowledged.put(name, reply.text("/metadata/resourceVersion"));
        }
        if (i % 3 == 0) {
          reply = client.put(CONFIG_MAPS + "/" + name, configMap(name, "'w':'y'"));
          if (reply.code() == 200) {
            acknowledged.put(name, reply.text("/metadata/resourceVersion"));
          }
        }
        if (i % 10 == 0) {
          client.post(
              "/api/v1/namespaces",
              "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'%s'}}".formatted(name));
        }
      }
    } catch (UncheckedIOException e) {
      // the server was killed under our hands, as intended
    }
  }

  private static void check(Client client, Map<String, String> acknowledged) {
    Map<String, String> stored = new ConcurrentHashMap<>();
    Set<String> versions = new HashSet<>();
    client
        .get(CONFIG_MAPS + "?labelSelector=w")
        .expect(200)
        .body()
        .path("items")
        .forEach(item -> {
          String version = item.at("/metadata/resourceVersion").asText();
          stored.put(item.at("/metadata/name").asText(), version);
          assertThat(versions.add(version)).as("one version for one write").isTrue();
          assertThat(item.at("/data/k").asText()).as("no half object").isEqualTo("v");
        });
    acknowledged.forEach((name, version) ->
        // An update may have been stored and its answer lost: then it is newer, never older.
        assertThat(Long.parseLong(stored.getOrDefault(name, "0")))
            .as(name)
            .isGreaterThanOrEqualTo(Long.parseLong(version)));
    Set<String> whole = new HashSet<>();
    client
        .get("/api/v1/serviceaccounts")
        .body()
        .path("items")
        .forEach(item -> whole.add(item.at("/metadata/namespace").asText()));
    client
        .get("/api/v1/namespaces")
        .body()
        .path("items")
        .forEach(item ->
            assertThat(whole).as("no half step").contains(item.at("/metadata/name").asText()));
  }

  private static Process start(Path data) throws IOException {
    return new ProcessBuilder(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServerProcess.class.getName(),
                data.toString()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String address(Process process) throws IOException {
    var reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    assertThat(line).startsWith("https://");
    return line;
  }
}
