package dev.fleetwright.hub.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.apiserver.security.Certificates;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port, its certificate, and the Secret that hubs share. */
class WebhookTest {

  static final ServingCertificate.Maker MAKER =
      (hosts, now) -> {
        Certificates.HostKey made = Certificates.issueHosts(hosts, now);
        return new ServingCertificate(made.authority(), made.certificate(), made.key());
      };

  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final List<String> HOSTS = List.of("127.0.0.1");

  @TempDir private static Path folder;
  private static ApiServer server;
  private static KubernetesClient client;

  @BeforeAll
  static void start() throws IOException {
    server = ApiServer.start(Config.of(folder.resolve("server")));
    client =
        new KubernetesClientBuilder()
            .withConfig(
                io.fabric8.kubernetes.client.Config.fromKubeconfig(
                    Files.readString(server.kubeconfig())))
            .build();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void forget() {
    client.secrets().inNamespace("default").withName(CertificateKeeper.SECRET).delete();
  }

  private static CertificateKeeper keeper(Clock clock) {
    return new CertificateKeeper(client, "default", "fleetwright", HOSTS, MAKER, clock);
  }

  private static Secret secret() {
    return client.secrets().inNamespace("default").withName(CertificateKeeper.SECRET).get();
  }

  /** A client that trusts these authorities and no others. */
  private static HttpClient trusting(String authorities) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    int number = 0;
    for (var one :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(authorities.getBytes(StandardCharsets.US_ASCII)))) {
      store.setCertificateEntry("ca" + number++, one);
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static HttpResponse<String> post(HttpClient client, int port, String path, byte[] body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void answersOverTlsAndRefusesWhatIsNoReview() throws Exception {
    ServingCertificate certificate = keeper(Clock.systemUTC()).current();
    try (WebhookPort port = WebhookPort.open(ANY, certificate);
        HttpClient http = trusting(certificate.authority())) {
      String review =
          "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
              + "\"request\":{\"uid\":\"u\",\"operation\":\"DELETE\"}}";
      byte[] body = review.getBytes(StandardCharsets.UTF_8);
      assertThat(post(http, port.port(), "/validate", body).body()).contains("\"allowed\":true");
      assertThat(post(http, port.port(), "/validate", new byte[0]).statusCode()).isEqualTo(400);
      assertThat(post(http, port.port(), "/validate", new byte[9 << 20]).statusCode())
          .isEqualTo(413);
      assertThat(post(http, port.port(), "/validate/more", body).statusCode()).isEqualTo(404);
      var get =
          HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port.port() + "/validate"));
      assertThat(http.send(get.build(), HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(405);
    }
  }

  @Test
  void hubsThatStartAtOnceShowOneCertificate() throws Exception {
    List<Callable<ServingCertificate>> hubs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      hubs.add(() -> keeper(Clock.systemUTC()).current());
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var shown = new ArrayList<ServingCertificate>();
      for (var future : threads.invokeAll(hubs)) {
        shown.add(future.get());
      }
      assertThat(shown).containsOnly(shown.getFirst());
    }
    assertThat(secret().getType()).isEqualTo("kubernetes.io/tls");
    assertThat(secret().getData()).containsOnlyKeys("tls.crt", "tls.key", "ca.crt");
  }

  @Test
  void aRestartKeepsTheCertificateAndAnOldOneIsRenewedWithoutAGap() throws Exception {
    Instant now = Instant.now();
    ServingCertificate first = keeper(Clock.fixed(now, ZoneOffset.UTC)).current();
    assertThat(keeper(Clock.fixed(now, ZoneOffset.UTC)).current()).isEqualTo(first);
    Instant late = now.plus(Duration.ofDays(3600));
    ServingCertificate second = keeper(Clock.fixed(late, ZoneOffset.UTC)).current();
    assertThat(second.chain()).isNotEqualTo(first.chain());
    // A hub that has not changed over yet is trusted by the new authorities too.
    assertThat(second.authority()).endsWith(first.authority());
    try (WebhookPort behind = WebhookPort.open(ANY, first);
        HttpClient http = trusting(second.authority())) {
      assertThat(post(http, behind.port(), "/validate", new byte[0]).statusCode()).isEqualTo(400);
    }
  }

  @Test
  void aDamagedOrForeignSecretIsReplaced() throws Exception {
    ServingCertificate first = keeper(Clock.systemUTC()).current();
    Secret damaged = secret();
    damaged.setData(Map.of("tls.crt", "bm9uZQ==", "tls.key", "bm9uZQ=="));
    client.resource(damaged).update();
    ServingCertificate second = keeper(Clock.systemUTC()).current();
    assertThat(second).isNotEqualTo(first);
    assertThat(keeper(Clock.systemUTC()).current()).isEqualTo(second);
    CertificateKeeper elsewhere =
        new CertificateKeeper(
            client, "default", "fleetwright", List.of("hub.other.svc"), MAKER, Clock.systemUTC());
    assertThat(elsewhere.current().chain()).isNotEqualTo(second.chain());
  }

  @Test
  void changedFilesAreShownWithoutARestart() throws Exception {
    Path certificate = folder.resolve("tls.crt");
    Path key = folder.resolve("tls.key");
    ServingCertificate first = MAKER.make(HOSTS, Instant.now());
    ServingCertificate second = MAKER.make(HOSTS, Instant.now());
    Files.writeString(certificate, first.chain());
    Files.writeString(key, first.key());
    try (Webhook webhook = Webhook.start(ANY, () -> ServingCertificate.ofFiles(certificate, key))) {
      try (HttpClient http = trusting(first.authority())) {
        assertThat(post(http, webhook.port(), "/validate", new byte[0]).statusCode())
            .isEqualTo(400);
      }
      // Half of a change cannot be used, and what was shown stays.
      Files.writeString(key, "");
      webhook.look();
      Files.writeString(certificate, second.chain());
      Files.writeString(key, second.key());
      try (HttpClient http = trusting(first.authority())) {
        assertThat(post(http, webhook.port(), "/validate", new byte[0]).statusCode())
            .isEqualTo(400);
      }
      webhook.look();
      try (HttpClient http = trusting(second.authority())) {
        assertThat(post(http, webhook.port(), "/validate", new byte[0]).statusCode())
            .isEqualTo(400);
      }
      try (HttpClient http = trusting(first.authority())) {
        assertThatThrownBy(() -> post(http, webhook.port(), "/validate", new byte[0]))
            .isInstanceOf(SSLException.class);
      }
    }
  }

  @Test
  void aKeyThatCannotBeUsedIsSaidSo() throws Exception {
    ServingCertificate good = MAKER.make(HOSTS, Instant.now());
    String sec1 = "-----BEGIN EC PRIVATE KEY-----\nMA==\n-----END EC PRIVATE KEY-----\n";
    assertThatThrownBy(() -> new ServingCertificate("", good.chain(), sec1).keyManager())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("openssl pkcs8 -topk8");
    assertThatThrownBy(() -> new ServingCertificate("", "", good.key()).keyManager())
        .hasMessageContaining("no CERTIFICATE block");
  }

  @Test
  void anRsaKeyOfPkcs1IsRead() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    byte[] pkcs8 = generator.generateKeyPair().getPrivate().getEncoded();
    // The octets within PKCS#8 are the key of PKCS#1; 26 bytes stand before them.
    byte[] pkcs1 = java.util.Arrays.copyOfRange(pkcs8, 26, pkcs8.length);
    String text =
        "-----BEGIN RSA PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pkcs1)
            + "\n-----END RSA PRIVATE KEY-----\n";
    ServingCertificate good = MAKER.make(HOSTS, Instant.now());
    assertThat(
            new ServingCertificate("", good.chain(), text)
                .keyManager()
                .getPrivateKey("webhook")
                .getEncoded())
        .isEqualTo(pkcs8);
  }
}
