package dev.fleetwright.cli;

import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.cli.terminal.Console;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Runs the short commands or the API server once, in silence, so that the JVM can store their
 * classes in one of the AOT caches that the launcher keeps next to the jar.
 */
public final class AotTraining {

  private record Command(String input, List<String> words) {

    Command(String... words) {
      this("", List.of(words));
    }
  }

  private static final String MODULE =
      """
      apiVersion: core.opm.dev/v1
      kind: Module
      metadata: {name: shop, version: 1.2.0}
      components:
        web:
          metadata: {labels: {core.opm.dev/workload-type: stateless}}
          resources: ["opm.dev/resources/workload@v1#Container"]
          traits: ["opm.dev/traits/scaling@v1#Replicas", "opm.dev/traits/network@v1#Expose"]
          spec:
            container: {name: web, image: "nginx:1.27", ports: [{name: http, containerPort: 80}]}
            replicas: 2
            expose: {type: ClusterIP}
      """;

  private static final String WORLD =
      """
      apiVersion: game.platform/v1alpha1
      kind: ModuleManifest
      metadata: {name: clock}
      spec:
        module: {id: clock, version: 1.0.0}
        provides: [{capabilityId: time.source, version: 1.0.0, scope: world, multiplicity: "1"}]
        requires: [{capabilityId: time.source, versionConstraint: ^1.0.0, scope: world, multiplicity: "1", dependencyMode: required}]
      ---
      apiVersion: game.platform/v1alpha1
      kind: GameDefinition
      metadata: {name: game}
      spec: {modules: [{name: clock}]}
      ---
      apiVersion: game.platform/v1alpha1
      kind: WorldInstance
      metadata: {name: world}
      spec: {gameRef: {name: game}}
      """;

  private static final List<Command> COMMANDS =
      List.of(
          new Command("--help"),
          new Command("version"),
          new Command("semver", "^1.2.0", "1.4.0", "2.0.0"),
          new Command("semver", ">=1.x.", "1.4.0"),
          new Command("cel", "[1, 2, 3].map(n, n * 2)"),
          new Command("rules", "list"),
          new Command("catalog", "list"),
          new Command(MODULE, List.of("render", "-f", "-")),
          new Command(WORLD, List.of("resolve", "-f", "-", "--why")),
          new Command("doctor", "--help"),
          new Command("nonsense"));

  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"training"},"data":{"a":"b"}}\
      """;

  private AotTraining() {}

  /**
   * Does what one of the caches is for.
   *
   * @param args {@code servers} for the programs that stay, {@code commands} for the short ones;
   *     one cache for both would make each load the classes of the other
   */
  public static void main(String[] args) {
    if (List.of(args).equals(List.of("servers"))) {
      run(new Command("apiserver", "--help"));
      serve();
    } else {
      COMMANDS.forEach(AotTraining::run);
    }
  }

  private static void run(Command command) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console =
        new Console(
            new ByteArrayInputStream(command.input.getBytes(StandardCharsets.UTF_8)),
            nowhere,
            nowhere,
            false);
    Main.run(console, command.words.toArray(String[]::new));
  }

  /** Starts the API server on a folder that goes again, and asks it a few things over HTTPS. */
  private static void serve() {
    try {
      Path folder = Files.createTempDirectory("fleetwright-training");
      try (ApiServer server = ApiServer.start(Config.of(folder.resolve("data")))) {
        server.addCluster("training");
        String maps = "/api/v1/namespaces/default/configmaps";
        request(server, "GET", "/api/v1/namespaces/default", "");
        request(server, "POST", maps, MAP);
        request(server, "PUT", maps + "/training", MAP);
        request(server, "GET", maps, "");
        request(server, "DELETE", maps + "/training", "");
      } finally {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(file);
          }
        }
      }
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      // Where no server can run, the cache has what it needed so far.
      System.err.println("no API server in the training: " + e);
    }
  }

  /** By a plain socket: a client's classes have no place in a server's cache. */
  private static void request(ApiServer server, String method, String path, String body)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("JKS");
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "ca",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(
                    server.caCertificate().getBytes(StandardCharsets.US_ASCII))));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    try (Socket socket = tls.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      String request =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
              + server.token()
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout(10_000);
      int first = socket.getInputStream().read(new byte[64 * 1024]);
      if (first < 0) {
        throw new EOFException(method + " " + path + " was not answered");
      }
    }
  }
}
