package dev.fleetwright.cli.apiserver;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The server that runs on a data folder, asked as its administrator. */
final class RunningServer {

  private static final Pattern ADDRESS = Pattern.compile("server: (https://\\S+)");

  private final Path data;

  RunningServer(Path data) {
    this.data = data;
  }

  /** The address of the hub. */
  String address() throws IOException {
    Matcher found = ADDRESS.matcher(Files.readString(data.resolve("kubeconfig")));
    if (!found.find()) {
      throw new IOException(data.resolve("kubeconfig") + " names no server");
    }
    return found.group(1);
  }

  /** Writes what the server hands out into a file that is there. */
  void backup(Path target) throws IOException {
    String address = address();
    String token = Files.readAllLines(data.resolve("admin.token")).getFirst().strip();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/backup"))
            .header("Authorization", "Bearer " + token)
            .timeout(Duration.ofMinutes(10))
            .build();
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(trusting(data.resolve("ca.crt")))
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build()) {
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body();
          var out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
        if (response.statusCode() != 200) {
          throw new IOException(
              "the server at "
                  + address
                  + " answers "
                  + new String(in.readNBytes(2_000), StandardCharsets.UTF_8));
        }
        in.transferTo(out);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static SSLContext trusting(Path authority) throws IOException {
    try (InputStream in = Files.newInputStream(authority)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(authority + " is no certificate that can be used", e);
    }
  }
}
