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
final class Client {
  static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http;
  private final String base;
  private final String token;

  record Reply(int code, JsonNode body, HttpResponse<byte[]> raw) {
    String text(String pointer) {
      return body.at(pointer).asText();
    }

    Reply expect(int expected) {
      if (code != expected) {
        throw new AssertionError("expected " + expected + " but got " + code + ": " + body);
      }
      return this;
    }
  }

  Client(String base, String ca, String token) {
    this.base = base;
    this.token = token;
    this.http =
        HttpClient.newBuilder()
            .sslContext(trusting(ca))
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  private Client(HttpClient http, String base, String token) {
    this.http = http;
    this.base = base;
    this.token = token;
  }

  Client withToken(String other) {
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
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("Authorization", "Bearer " + token)
        .timeout(Duration.ofSeconds(30));
  }

  Reply send(String method, String path, String contentType, byte[] body, String... headers) {
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

  Reply send(String method, String path, String contentType, String body) {
    return send(method, path, contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  Reply get(String path, String... headers) {
    return send("GET", path, "", new byte[0], headers);
  }

  Reply post(String path, String json) {
    return send("POST", path, "application/json", json(json));
  }

  Reply put(String path, String json) {
    return send("PUT", path, "application/json", json(json));
  }

  Reply put(String path, JsonNode json) {
    return send("PUT", path, "application/json", json.toString());
  }

  Reply patch(String path, String kind, String json) {
    String type =
        switch (kind) {
          case "apply" -> "application/apply-patch+yaml";
          default -> "application/" + kind + "-patch+json";
        };
    return send("PATCH", path, type, json(json));
  }

  Reply delete(String path) {
    return send("DELETE", path, "", new byte[0]);
  }

  /** Lets tests write JSON with single quotes. */
  static String json(String text) {
    return text.replace('\'', '"');
  }

  static ObjectNode object(String text) {
    try {
      return (ObjectNode) JSON.readTree(json(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An open watch, read line by line. */
  static final class Watch implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader lines;
    final int code;

    private Watch(HttpResponse<InputStream> response) {
      this.code = response.statusCode();
      this.in = response.body();
      this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** The next event, or null at the end of the stream. */
    JsonNode next() {
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
    String brief() {
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

  Watch watch(String path, String... headers) {
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
