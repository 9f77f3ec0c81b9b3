package dev.fleetwright.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people need who run the server: its audit log, figures, health and limits. */
class OperationsTest {
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path temp;
  private Path data;
  private ApiServer server;
  private Person admin;

  @BeforeEach
  void start() throws Exception {
    data = temp.resolve("data");
    server = ApiServer.start(Config.of(data).withSendWithin(Duration.ofMillis(400)));
    admin = Person.withToken(server, server.token());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private List<JsonNode> audit() {
    try {
      Path file = data.resolve("audit.log");
      if (!Files.exists(file)) {
        return List.of();
      }
      return Files.readAllLines(file).stream()
          .map(line -> {
            try {
              return JSON.readTree(line);
            } catch (IOException e) {
              throw new UncheckedIOException("not a line of JSON: " + line, e);
            }
          })
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode line(Predicate<JsonNode> wanted) throws InterruptedException {
    for (int i = 0; i < 500; i++) {
      for (JsonNode line : audit()) {
        if (wanted.test(line)) {
          return line;
        }
      }
      Thread.sleep(10);
    }
    throw new AssertionError("no such line among " + audit());
  }

  @Test
  void everyRequestLeavesALineAndNoSecret() throws Exception {
    admin
        .post(
            SECRETS,
            "{'metadata':{'name':'s'},'stringData':{'password':'hunter2'},'data':{'x':'c2VjcmV0'}}")
        .expect(201);
    admin.get(SECRETS + "/s").expect(200);
    Person.withToken(server, "wrong-token-of-someone").get(SECRETS).expect(401);
    Person nobody = Person.withToken(server, server.tokenFor("nobody", List.of("g")));
    nobody.get(SECRETS).expect(403);
    admin.send("GET", SECRETS, "", "Impersonate-User", "kim").expect(403);
    JsonNode created = line(l -> l.path("verb").asText().equals("create"));
    assertThat(created.at("/user/name").asText()).isEqualTo("admin");
    assertThat(created.at("/object/resource").asText()).isEqualTo("secrets");
    assertThat(created.at("/object/namespace").asText()).isEqualTo("default");
    assertThat(created.path("code").asInt()).isEqualTo(201);
    assertThat(created.path("source").asText()).isNotEmpty();
    assertThat(line(l -> l.path("verb").asText().equals("get")).at("/object/name").asText())
        .isEqualTo("s");
    assertThat(line(l -> l.path("code").asInt() == 401).has("user")).isFalse();
    JsonNode refused = line(l -> l.at("/user/name").asText().equals("nobody"));
    assertThat(refused.path("code").asInt()).isEqualTo(403);
    assertThat(refused.path("decision").asText()).isEqualTo("forbid");
    JsonNode as = line(l -> l.has("impersonatedUser"));
    assertThat(as.at("/user/name").asText()).isEqualTo("admin");
    assertThat(as.at("/impersonatedUser/name").asText()).isEqualTo("kim");
    assertThat(Files.readString(data.resolve("audit.log")))
        .doesNotContain("hunter2")
        .doesNotContain("c2VjcmV0")
        .doesNotContain("wrong-token")
        .doesNotContain(server.token());
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("audit.log"))))
        .isEqualTo("rw-------");
  }

  @Test
  void theAuditLogIsPutAside(@TempDir Path other) throws Exception {
    Path dir = other.resolve("d");
    try (var small = ApiServer.start(Config.of(dir).withAuditBytes(2_000))) {
      Person person = Person.withToken(small, small.token());
      for (int i = 0; i < 60; i++) {
        person.get(SECRETS).expect(200);
      }
      for (int i = 0; i < 500 && !Files.exists(dir.resolve("audit.log.1")); i++) {
        Thread.sleep(10);
      }
    }
    assertThat(dir.resolve("audit.log.1")).exists();
    assertThat(dir.resolve("audit.log.6")).doesNotExist();
  }

  @Test
  void figuresForPrometheus() throws Exception {
    admin.get(SECRETS).expect(200);
    admin.get(SECRETS + "/none").expect(404);
    admin.get("/api/v1/namespaces/default/surprises-" + "x".repeat(50)).expect(404);
    String text = admin.get("/metrics").expect(200).raw();
    assertThat(text)
        .contains("# TYPE apiserver_request_total counter")
        .contains(
            "apiserver_request_total{verb=\"list\",group=\"\",resource=\"secrets\",subresource=\"\",code=\"200\"}"
                + " 1\n")
        .contains(
            "apiserver_request_total{verb=\"get\",group=\"\",resource=\"secrets\",subresource=\"\",code=\"404\"}"
                + " 1\n")
        .contains(
            "apiserver_request_duration_seconds_bucket{verb=\"list\",group=\"\",resource=\"secrets\",subresource=\"\",le=\"+Inf\"}"
                + " 1\n")
        .contains("apiserver_longrunning_requests{verb=\"watch\"} 0\n")
        .contains("apiserver_storage_objects{resource=\"namespaces\"} 2\n")
        .contains("fleetwright_store_commit_duration_seconds_count ")
        .contains("fleetwright_store_size_bytes ")
        .doesNotContain("surprises");
    // Every line is a comment or a name with labels and one number.
    assertThat(text.lines())
        .allMatch(
            line -> line.startsWith("# ") || line.matches("[a-z_]+(\\{[^{}]*\\})? [-+0-9.eE]+"));
  }

  @Test
  void health() throws Exception {
    Person anyone = Person.withToken(server, "");
    for (String path : List.of("/healthz", "/livez", "/readyz")) {
      assertThat(anyone.get(path).expect(200).raw()).isEqualTo("ok");
    }
    assertThat(anyone.get("/readyz?verbose").expect(200).raw())
        .isEqualTo("[+]ping ok\n[+]store ok\n[+]shutdown ok\nreadyz check passed\n");
    assertThat(anyone.get("/readyz?verbose&exclude=store").raw()).contains("store excluded");
    anyone.get("/readyz/store").expect(200);
    anyone.get("/readyz/nope").expect(404);
    anyone.get("/version").expect(200);
    anyone.get("/metrics").expect(401);
    anyone.get("/").expect(401);
  }

  private SSLSocket socket() throws Exception {
    var context = SSLContext.getInstance("TLS");
    context.init(null, new javax.net.ssl.TrustManager[] {new TrustAll()}, null);
    var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static final class TrustAll implements javax.net.ssl.X509TrustManager {
    @Override
    public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}

    @Override
    public java.security.cert.X509Certificate[] getAcceptedIssuers() {
      return new java.security.cert.X509Certificate[0];
    }
  }

  /** Sends a beginning and then one byte at a time; true when the server hangs up. */
  private boolean isCutOff(String beginning) throws Exception {
    try (SSLSocket socket = socket()) {
      var out = socket.getOutputStream();
      out.write(beginning.getBytes(StandardCharsets.UTF_8));
      out.flush();
      var reader =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  while (socket.getInputStream().read() >= 0) {
                    // an answer may come before the end
                  }
                } catch (IOException e) {
                  // the end
                }
              });
      for (int i = 0; i < 200 && reader.isAlive(); i++) {
        try {
          out.write('a');
          out.flush();
        } catch (IOException e) {
          return true;
        }
        reader.join(Duration.ofMillis(50));
      }
      return !reader.isAlive();
    }
  }

  @Test
  void whoDribblesIsCutOff() throws Exception {
    assertThat(isCutOff("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")).isTrue();
    assertThat(
            isCutOff(
                "POST "
                    + SECRETS
                    + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization:"
                    + " Bearer "
                    + server.token()
                    + "\r\nContent-Length: 100000\r\n\r\n{"))
        .isTrue();
    admin.get(SECRETS).expect(200);
  }

  @Test
  void connectionsAreLimited(@TempDir Path other) throws Exception {
    server.close();
    server = ApiServer.start(Config.of(other.resolve("d")).withMaxConnections(3));
    var held = new java.util.ArrayList<SSLSocket>();
    for (int i = 0; i < 3; i++) {
      SSLSocket socket = socket();
      socket.startHandshake();
      held.add(socket);
    }
    try (var late = socket()) {
      late.setSoTimeout(300);
      assertThat(org.assertj.core.api.Assertions.catchThrowable(late::startHandshake))
          .isInstanceOf(IOException.class);
    }
    for (SSLSocket socket : held) {
      socket.close();
    }
    // Room again.
    Person person = Person.withToken(server, server.token());
    person.get(SECRETS).expect(200);
  }

  @Test
  void hugeHeadersAreRefused() throws Exception {
    try (SSLSocket socket = socket()) {
      var out = socket.getOutputStream();
      out.write("GET /healthz HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.UTF_8));
      try {
        for (int i = 0; i < 200; i++) {
          out.write(
              ("X-" + i + ": " + "y".repeat(1_000) + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
        out.write("\r\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        byte[] answer = new byte[12];
        int count = socket.getInputStream().readNBytes(answer, 0, 12);
        assertThat(new String(answer, 0, count, StandardCharsets.UTF_8)).doesNotContain("200");
      } catch (IOException e) {
        // hung up on, which is just as well
      }
    }
    admin.get(SECRETS).expect(200);
  }

  @Test
  void logicalClustersByOneCall() throws Exception {
    admin.send("PUT", "/clusters/north", "").expect(201);
    admin.send("POST", "/clusters/north", "").expect(200);
    admin.get("/clusters/north/api/v1/namespaces/default").expect(200);
    assertThat(admin.get("/clusters").expect(200).raw()).isEqualTo("{\"clusters\":[\"north\"]}");
    admin.send("PUT", "/clusters/No.Name", "").expect(400);
    assertThat(Files.readString(data.resolve("kubeconfig"))).contains("/clusters/north");
    admin.get("/clusters/south/api/v1/namespaces").expect(404);
  }
}
