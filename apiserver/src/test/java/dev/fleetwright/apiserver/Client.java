package dev.fleetwright.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Plain HTTPS requests as a client without any Kubernetes library would send them. */
public final class Client {
  public static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http;
  private final String base;
  private final String token;

  public record Reply(int code, JsonNode body, HttpResponse<byte[]> raw) {
    public String text(String pointer) {
      return body.at(pointer).asText();
    }

    public Reply expect(int expected) {
      if (code != expected) {
        throw new AssertionError("expected " + expected + " but got " + code + ": " + body);
      }
      return this;
    }
  }

  public Client(String base, String ca, String token) {
    this.base = base;
    this.token = token;
    this.http =
        HttpClient.newBuilder()
            .sslContext(trusting(ca))
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  /** A client with its own trust and certificates; an empty token is not sent. */
  public Client(String base, SSLContext tls, String token) {
    this.base = base;
    this.token = token;
    this.http =
        HttpClient.newBuilder().sslContext(tls).version(HttpClient.Version.HTTP_1_1).build();
  }

  private Client(HttpClient http, String base, String token) {
    this.http = http;
    this.base = base;
    this.token = token;
  }

  public Client withToken(String other) {
    return new Client(http, base, other);
  }

  private static SSLContext trusting(String ca) {
    try {
      var certificate =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(ca.getBytes(StandardCharsets.UTF_8)));
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("ca", certificate);
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    var builder = HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(30));
    return token.isEmpty() ? builder : builder.header("Authorization", "Bearer " + token);
  }

  public Reply send(
      String method, String path, String contentType, byte[] body, String... headers) {
    var builder = request(path).method(method, HttpRequest.BodyPublishers.ofByteArray(body));
    if (!contentType.isEmpty()) {
      builder.header("Content-Type", contentType);
    }
    if (headers.length > 0) {
      builder.headers(headers);
    }
    try {
      var response = http.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
      JsonNode parsed;
      try {
        parsed = JSON.readTree(response.body());
      } catch (IOException e) {
        parsed =
            JSON.getNodeFactory().textNode(new String(response.body(), StandardCharsets.UTF_8));
      }
      return new Reply(response.statusCode(), parsed, response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public Reply send(String method, String path, String contentType, String body) {
    return send(method, path, contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  public Reply get(String path, String... headers) {
    return send("GET", path, "", new byte[0], headers);
  }

  public Reply post(String path, String json) {
    return send("POST", path, "application/json", json(json));
  }

  public Reply put(String path, String json) {
    return send("PUT", path, "application/json", json(json));
  }

  public Reply put(String path, JsonNode json) {
    return send("PUT", path, "application/json", json.toString());
  }

  public Reply patch(String path, String kind, String json) {
    String type =
        switch (kind) {
          case "apply" -> "application/apply-patch+yaml";
          default -> "application/" + kind + "-patch+json";
        };
    return send("PATCH", path, type, json(json));
  }

  public Reply delete(String path) {
    return send("DELETE", path, "", new byte[0]);
  }

  /** Lets tests write JSON with single quotes. */
  public static String json(String text) {
    return text.replace('\'', '"');
  }

  public static ObjectNode object(String text) {
    try {
      return (ObjectNode) JSON.readTree(json(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An open watch, read line by line. */
  public static final class Watch implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader lines;
    public final int code;

    private Watch(HttpResponse<InputStream> response) {
      this.code = response.statusCode();
      this.in = response.body();
      this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** The next event, or null at the end of the stream. */
    public JsonNode next() {
      try {
        String line = lines.readLine();
        while (line != null && line.isBlank()) {
          line = lines.readLine();
        }
        return line == null ? JSON.nullNode() : JSON.readTree(line);
      } catch (IOException e) {
        return JSON.nullNode();
      }
    }

    /** The next event as {@code TYPE name}. */
    public String brief() {
      JsonNode event = next();
      return event.isNull()
          ? "end"
          : event.path("type").asText() + " " + event.at("/object/metadata/name").asText();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  public Watch watch(String path, String... headers) {
    var builder = request(path).GET();
    if (headers.length > 0) {
      builder.headers(headers);
    }
    try {
      return new Watch(http.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  String base() {
    return base.toLowerCase(Locale.ROOT);
  }
}
