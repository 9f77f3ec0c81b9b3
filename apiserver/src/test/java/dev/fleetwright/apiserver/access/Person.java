package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.security.Certificates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A user of a server, by token or by certificate. JSON is written with single quotes. */
public final class Person {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http;
  private final String base;
  private final String token;

  public record Reply(int code, JsonNode body, String raw) {
    public String text(String pointer) {
      return body.at(pointer).asText();
    }

    public Reply expect(int expected) {
      if (code != expected) {
        throw new AssertionError("expected " + expected + " but got " + code + ": " + raw);
      }
      return this;
    }
  }

  private Person(HttpClient http, String base, String token) {
    this.http = http;
    this.base = base;
    this.token = token;
  }

  public static Person withToken(ApiServer server, String token) throws Exception {
    return new Person(client(server, null), server.address(), token);
  }

  static Person withCertificate(ApiServer server, Path authority, String user, String... groups)
      throws Exception {
    var key =
        Certificates.issueClient(
            authority, user, List.of(groups), Duration.ofDays(1), Instant.now());
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    byte[] der =
        Base64.getMimeDecoder().decode(key.key().replaceAll("-----[A-Z ]+-----", "").strip());
    store.setKeyEntry(
        "me",
        KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der)),
        new char[0],
        new Certificate[] {certificate(key.certificate())});
    return new Person(client(server, store), server.address(), "");
  }

  private static Certificate certificate(String pem) throws Exception {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
  }

  private static HttpClient client(ApiServer server, @Nullable KeyStore keys) throws Exception {
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", certificate(server.caCertificate()));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    var context = SSLContext.getInstance("TLS");
    if (keys == null) {
      context.init(null, trust.getTrustManagers(), null);
    } else {
      var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(keys, new char[0]);
      context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    }
    return HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.HTTP_1_1).build();
  }

  public Reply send(String method, String path, String body, String... headers) throws Exception {
    return send(method, path, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), headers);
  }

  public Reply send(String method, String path, byte[] body, String... headers) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(30))
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<byte[]> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    String raw = new String(response.body(), StandardCharsets.UTF_8);
    JsonNode parsed;
    try {
      parsed = JSON.readTree(response.body());
    } catch (IOException e) {
      parsed = JSON.nullNode();
    }
    return new Reply(response.statusCode(), parsed, raw);
  }

  public Reply get(String path) throws Exception {
    return send("GET", path, "");
  }

  public Reply post(String path, String json) throws Exception {
    return send("POST", path, json, "Content-Type", "application/json");
  }

  Reply patch(String path, String type, String json) throws Exception {
    return send("PATCH", path, json, "Content-Type", type);
  }

  /** Whether nothing is to be had, be it by an answer or by a refused connection. */
  boolean isRefused(String path) throws InterruptedException {
    try {
      return get(path).code() == 401;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return true;
    }
  }
}
