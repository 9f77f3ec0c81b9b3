package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An encrypted connection is made only with the right papers. A TLS end before the broker. */
class TlsTest {

  private static final char[] STORE = "changeit".toCharArray();

  @TempDir static Path folder;
  private static SSLServerSocket server;
  private static Path authority;
  private static Path certificate;
  private static Path key;

  @BeforeAll
  static void listen() throws Exception {
    KeyStore serverKeys = keys("server", "san=dns:localhost");
    KeyStore clientKeys = keys("client", "san=dns:client");
    authority = pem("server.pem", "CERTIFICATE", serverKeys.getCertificate("server").getEncoded());
    certificate =
        pem("client.pem", "CERTIFICATE", clientKeys.getCertificate("client").getEncoded());
    key = pem("client.key", "PRIVATE KEY", clientKeys.getKey("client", STORE).getEncoded());
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(serverKeys, STORE);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("client", clientKeys.getCertificate("client"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server.setNeedClientAuth(true);
    Thread.startVirtualThread(TlsTest::acceptAll);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void withTheRightFilesItConnects() throws Exception {
    try (AmqpTransport transport =
        transport("localhost", new TlsFiles(authority, certificate, key))) {
      assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
    }
  }

  @Test
  void withoutThemItDoesNot() throws Exception {
    for (TlsFiles files :
        List.of(
            TlsFiles.NONE,
            new TlsFiles(authority, null, null),
            new TlsFiles(null, certificate, key),
            new TlsFiles(certificate, certificate, key))) {
      refused("localhost", files);
    }
    // The certificate is for another name than the one that was asked for.
    refused("127.0.0.1", new TlsFiles(authority, certificate, key));
  }

  private static void refused(String host, TlsFiles files) throws Exception {
    try (AmqpTransport transport = transport(host, files)) {
      assertThat(transport.awaitConnected(Duration.ofMillis(700)))
          .as("%s %s", host, files)
          .isFalse();
    }
  }

  private static AmqpTransport transport(String host, TlsFiles files) {
    BrokerAddress plain = TestBrokers.embedded();
    return new AmqpTransport(
        new BrokerAddress(
            host, server.getLocalPort(), "/", plain.user(), plain.password(), true, files),
        "encrypted",
        Clock.systemUTC(),
        TestBrokers.QUICK);
  }

  /** A key with a certificate of its own, made by the JDK's tool. */
  private static KeyStore keys(String name, String extension) throws Exception {
    Path store = folder.resolve(name + ".p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name));
    command.addAll(List.of("-ext", extension, "-validity", "2", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(STORE)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return KeyStore.getInstance(store.toFile(), STORE);
  }

  private static Path pem(String name, String kind, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
  }

  private static void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket outside = server.accept();
        Thread.startVirtualThread(() -> connect(outside));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void connect(Socket outside) {
    try (outside;
        Socket inside =
            new Socket(InetAddress.getLoopbackAddress(), TestBrokers.embedded().port())) {
      Thread back = Thread.startVirtualThread(() -> copy(inside, outside));
      copy(outside, inside);
      back.join();
    } catch (IOException | InterruptedException e) {
      // This pair of connections is over, whatever ended it.
    }
  }

  private static void copy(Socket from, Socket to) {
    byte[] buffer = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        out.flush();
      }
      to.close();
    } catch (IOException e) {
      // One side has closed; the other follows.
      try {
        to.close();
      } catch (IOException again) {
        return;
      }
    }
  }
}
