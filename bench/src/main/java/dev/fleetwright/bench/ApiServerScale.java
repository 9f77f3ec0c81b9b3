package dev.fleetwright.bench;

import com.google.errorprone.annotations.FormatMethod;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Many logical clusters in one process: how long it takes to make and to start them again, and how
 * much memory they and many open watches need.
 */
final class ApiServerScale {

  private ApiServerScale() {}

  /** The figures of 1,000 clusters with 20 objects each and 2,000 watches. */
  static void run() {
    try {
      run(1_000, 20, 2_000);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(int clusters, int objects, int watches) throws Exception {
    Path folder = Files.createTempDirectory("apiserver-scale").resolve("data");
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= clusters; i++) {
      names.add("cluster" + i);
    }
    say("%d logical clusters with %d objects each, %d watches", clusters, objects, watches);
    long start = System.nanoTime();
    try (ApiServer server = ApiServer.start(Config.of(folder))) {
      say("first start: %d ms", millis(start));
      long empty = memory();
      start = System.nanoTime();
      server.addClusters(names);
      say("all clusters made: %d ms", millis(start));
      start = System.nanoTime();
      HttpClient client = client(server);
      create(client, server, names, objects);
      long time = millis(start);
      say(
          "all objects created over HTTPS: %d ms, %d/s",
          time, clusters * (long) objects * 1_000 / Math.max(1, time));
      long full = memory();
      say("heap: %d MB empty, %d MB with all objects", empty, full);
      watch(client, server, names, watches, full);
    }
    start = System.nanoTime();
    try (ApiServer server = ApiServer.start(Config.of(folder))) {
      HttpResponse<String> first =
          client(server)
              .send(
                  request(server, names.getLast(), "/api/v1/namespaces/default/configmaps").build(),
                  HttpResponse.BodyHandlers.ofString());
      say("second start to the first list of the last cluster: %d ms", millis(start));
      if (first.statusCode() != 200) {
        throw new IllegalStateException(first.body());
      }
      say("heap after it: %d MB, resident: %s", memory(), resident());
    }
  }

  private static void create(HttpClient client, ApiServer server, List<String> names, int objects)
      throws Exception {
    try (var executor = Executors.newFixedThreadPool(16)) {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (String name : names) {
        all.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < objects; i++) {
                    post(client, server, name, i);
                  }
                },
                executor));
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get();
    }
  }

  private static void post(HttpClient client, ApiServer server, String cluster, int number) {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"object-"
            + number
            + "\"},\"data\":{\"text\":\""
            + "x".repeat(1_000)
            + "\"}}";
    try {
      HttpResponse<Void> answer =
          client.send(
              request(server, cluster, "/api/v1/namespaces/default/configmaps")
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() != 201) {
        throw new IllegalStateException("answered " + answer.statusCode());
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void watch(
      HttpClient client, ApiServer server, List<String> names, int watches, long before)
      throws Exception {
    long start = System.nanoTime();
    List<CompletableFuture<HttpResponse<InputStream>>> open = new ArrayList<>();
    for (int i = 0; i < watches; i++) {
      String cluster = names.get(i % names.size());
      open.add(
          client.sendAsync(
              request(
                      server,
                      cluster,
                      "/api/v1/namespaces/default/configmaps?watch=true&timeoutSeconds=600"
                          + "&fieldSelector=metadata.name%3Dseen")
                  .build(),
              HttpResponse.BodyHandlers.ofInputStream()));
    }
    CompletableFuture.allOf(open.toArray(CompletableFuture[]::new)).get();
    say("%d watches open: %d ms, counted %d", watches, millis(start), server.watches());
    say("heap with clients and watches: %d MB more, resident: %s", memory() - before, resident());
    AtomicLong seen = new AtomicLong();
    try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var response : open) {
        readers.execute(() -> {
          try (InputStream in = response.join().body()) {
            byte[] buffer = new byte[4_096];
            int read = in.read(buffer);
            while (read > 0) {
              if (new String(buffer, 0, read, StandardCharsets.UTF_8).contains("ADDED")) {
                seen.incrementAndGet();
                return;
              }
              read = in.read(buffer);
            }
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
      }
      start = System.nanoTime();
      String body =
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"seen\"}}";
      for (String name : names) {
        client.send(
            request(server, name, "/api/v1/namespaces/default/configmaps")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.discarding());
      }
    }
    say("one event to each watch: %d ms, %d arrived", millis(start), seen.get());
  }

  private static HttpRequest.Builder request(ApiServer server, String cluster, String path) {
    return HttpRequest.newBuilder(URI.create(server.address(cluster) + path))
        .timeout(Duration.ofMinutes(5))
        .header("Authorization", "Bearer " + server.token());
  }

  private static HttpClient client(ApiServer server) throws GeneralSecurityException, IOException {
    var certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(server.caCertificate().getBytes(StandardCharsets.UTF_8)));
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("ca", certificate);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.HTTP_1_1).build();
  }

  private static long memory() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }

  private static String resident() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return "unknown";
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .map(line -> (Long.parseLong(line.replaceAll("\\D", "")) >> 10) + " MB")
        .findFirst()
        .orElse("unknown");
  }

  private static long millis(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  @FormatMethod
  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
