package dev.fleetwright.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A server in processes of its own, ours or the one that ours is measured against. */
final class MeasuredServer implements AutoCloseable {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(120);

  private final List<Process> processes = new ArrayList<>();
  private final SSLContext tls = trustingAll();
  private final Path folder;
  private final int port;
  private final String token;
  private double startSeconds;

  private MeasuredServer(Path folder, int port, String token) {
    this.folder = folder;
    this.port = port;
    this.token = token;
  }

  /** Starts the launcher of a checkout as people do. */
  static MeasuredServer ours(Path root, Path folder) throws IOException, InterruptedException {
    // The token lies where the server would put it, so that nobody has to wait for it.
    Files.createDirectories(folder);
    String token = "benchmark-token-0123456789";
    Files.writeString(folder.resolve("admin.token"), token + "\n");
    MeasuredServer server = new MeasuredServer(folder, freePort(), token);
    server.start(
        List.of(
            root.resolve("fleetwright").toString(),
            "apiserver",
            "--data",
            folder.toString(),
            "--port",
            Integer.toString(server.port)),
        "fleetwright");
    return server;
  }

  /** Starts etcd and kube-apiserver, both as they are by default: durable. */
  static MeasuredServer kubernetes(Path assets, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path etcd =
        Files.isExecutable(assets.resolve("etcd"))
            ? assets.resolve("etcd")
            : Path.of("/usr/bin/etcd");
    Path key = folder.resolve("sa.key");
    run("openssl", "genrsa", "-out", key.toString(), "2048");
    Path tokens = folder.resolve("tokens.csv");
    Files.writeString(tokens, "benchmark-token,admin,1,system:masters\n");
    int client = freePort();
    int peer = freePort();
    MeasuredServer server = new MeasuredServer(folder, freePort(), "benchmark-token");
    long start = System.nanoTime();
    server.launch(
        List.of(
            etcd.toString(),
            "--data-dir",
            folder.resolve("etcd").toString(),
            "--listen-client-urls",
            "http://127.0.0.1:" + client,
            "--advertise-client-urls",
            "http://127.0.0.1:" + client,
            "--listen-peer-urls",
            "http://127.0.0.1:" + peer),
        "etcd");
    server.launch(
        List.of(
            assets.resolve("kube-apiserver").toString(),
            "--etcd-servers=http://127.0.0.1:" + client,
            "--bind-address=127.0.0.1",
            "--secure-port=" + server.port,
            "--cert-dir=" + folder.resolve("certs"),
            "--token-auth-file=" + tokens,
            "--authorization-mode=RBAC",
            "--service-account-issuer=https://bench",
            "--service-account-key-file=" + key,
            "--service-account-signing-key-file=" + key,
            "--service-cluster-ip-range=10.0.0.0/24",
            "--endpoint-reconciler-type=none",
            "--disable-admission-plugins=ServiceAccount"),
        "kube-apiserver");
    server.awaitAnswer(start);
    return server;
  }

  private void start(List<String> command, String name) throws IOException, InterruptedException {
    long start = System.nanoTime();
    launch(command, name);
    awaitAnswer(start);
  }

  private void launch(List<String> command, String name) throws IOException {
    processes.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".out").toFile())
            .start());
  }

  private void awaitAnswer(long start) throws IOException, InterruptedException {
    while (true) {
      try (RawHttp http = connect()) {
        if (http.send("GET", "/api/v1/namespaces/default", new byte[0]) == 200) {
          startSeconds = (System.nanoTime() - start) / 1e9;
          return;
        }
      } catch (IOException e) {
        if (System.nanoTime() - start > PATIENCE
            || processes.stream().anyMatch(p -> !p.isAlive())) {
          close();
          throw new IOException("the server did not start; see " + folder, e);
        }
      }
      Thread.sleep(10);
    }
  }

  /** From the start of the first process to the first answer to a request for an object. */
  double startSeconds() {
    return startSeconds;
  }

  RawHttp connect() throws IOException {
    return new RawHttp(tls, port, token);
  }

  /** The processor time of all processes together. */
  double cpuSeconds() {
    return processes.stream()
            .mapToLong(
                process -> process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis())
            .sum()
        / 1e3;
  }

  /** The memory of all processes together. */
  double residentMegabytes() throws IOException {
    double sum = 0;
    for (Process process : processes) {
      for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
        if (line.startsWith("VmRSS:")) {
          sum += Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
        }
      }
    }
    return sum;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Checking certificates is not what is measured. */
  private static SSLContext trustingAll() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustAll()}, new SecureRandom());
      return context;
    } catch (NoSuchAlgorithmException | KeyManagementException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class TrustAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Override
  public void close() {
    for (Process process : processes.reversed()) {
      process.destroy();
      try {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
