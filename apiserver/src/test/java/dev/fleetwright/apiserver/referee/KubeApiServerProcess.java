package dev.fleetwright.apiserver.referee;

import dev.fleetwright.apiserver.Client;
import java.io.IOException;
import java.math.BigInteger;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A real kube-apiserver with its etcd on the loopback address, for as long as this JVM lives. */
final class KubeApiServerProcess {
  private final Client client;

  private KubeApiServerProcess(Client client) {
    this.client = client;
  }

  Client client() {
    return client;
  }

  static KubeApiServerProcess start(Path assets) throws IOException, GeneralSecurityException {
    Path folder = Files.createTempDirectory("referee");
    int etcdPort = freePort();
    int peerPort = freePort();
    int port = freePort();
    String etcd = "http://127.0.0.1:" + etcdPort;
    String peer = "http://127.0.0.1:" + peerPort;
    run(
        folder.resolve("etcd.log"),
        assets.resolve("etcd").toString(),
        "--data-dir=" + folder.resolve("etcd"),
        "--listen-client-urls=" + etcd,
        "--advertise-client-urls=" + etcd,
        "--listen-peer-urls=" + peer,
        "--initial-advertise-peer-urls=" + peer,
        "--initial-cluster=default=" + peer);
    String token = new BigInteger(128, new SecureRandom()).toString(16);
    Path tokens = folder.resolve("tokens.csv");
    Files.writeString(tokens, token + ",referee,referee,\"system:masters\"\n");
    Path key = folder.resolve("accounts.key");
    Path publicKey = folder.resolve("accounts.pub");
    keys(key, publicKey);
    Process server =
        run(
            folder.resolve("kube-apiserver.log"),
            assets.resolve("kube-apiserver").toString(),
            "--etcd-servers=" + etcd,
            "--bind-address=127.0.0.1",
            "--secure-port=" + port,
            "--cert-dir=" + folder.resolve("certs"),
            "--token-auth-file=" + tokens,
            "--authorization-mode=RBAC",
            "--service-account-issuer=https://referee.local",
            "--service-account-key-file=" + publicKey,
            "--service-account-signing-key-file=" + key,
            "--service-cluster-ip-range=10.0.0.0/24",
            "--endpoint-reconciler-type=none",
            "--disable-admission-plugins=ServiceAccount");
    var client = new Client("https://127.0.0.1:" + port, trustingAll(), token);
    for (int i = 0; i < 600; i++) {
      if (!server.isAlive()) {
        break;
      }
      if (listens(port) && client.get("/readyz").code() == 200) {
        return new KubeApiServerProcess(client);
      }
      pause();
    }
    throw new IOException(
        "kube-apiserver did not become ready:\n" + tail(folder.resolve("kube-apiserver.log")));
  }

  private static Process run(Path log, String... command) throws IOException {
    Process process =
        new ProcessBuilder(List.of(command))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              process.destroy();
              try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException e) {
                process.destroyForcibly();
              }
            }));
    return process;
  }

  private static boolean listens(int port) {
    try (var socket = new Socket(java.net.InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }

  private static void keys(Path key, Path publicKey) throws IOException, GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    Files.writeString(key, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    Files.writeString(publicKey, pem("PUBLIC KEY", pair.getPublic().getEncoded()));
  }

  private static String pem(String label, byte[] bytes) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes)
        + "\n-----END "
        + label
        + "-----\n";
  }

  /** It makes its own certificate, and it is a child of this process on the loopback address. */
  private static SSLContext trustingAll() throws GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustsAll()}, null);
    return context;
  }

  private static final class TrustsAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
