package dev.fleetwright.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The embedded API server beside kube-apiserver with etcd, both durable, by the same client in one
 * run: objects of 2 KB, over TLS, on connections that are kept.
 *
 * <p>Seconds per step by {@code -Dseconds=5}.
 */
final class ApiserverBenchmark {

  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String FAN = "/api/v1/namespaces/kube-system/configmaps";
  private static final int SECONDS = Integer.getInteger("seconds", 5);

  /** A server is met warm, and only one of the two has to compile itself while it runs. */
  private static final int WARM_SECONDS = 4 * SECONDS;

  private static final int CLIENTS = 16;
  private static final int LISTED = 10_000;
  private static final int WATCHERS = 100;
  private static final String FILLING = "x".repeat(1_900);

  private interface Request {
    int send(RawHttp http, int client, long count) throws IOException;
  }

  private ApiserverBenchmark() {}

  static void run() {
    try {
      Path root = Path.of(System.getProperty("fleetwright.root", ".")).toAbsolutePath();
      Path folder = Files.createTempDirectory("bench-apiserver");
      Map<String, Double> ours = measureOurs(root, folder.resolve("ours"));
      String assets = System.getenv("KUBEBUILDER_ASSETS");
      Map<String, Double> theirs = null;
      if (assets != null && Files.isExecutable(Path.of(assets, "kube-apiserver"))) {
        try (MeasuredServer server =
            MeasuredServer.kubernetes(Path.of(assets), folder.resolve("theirs"))) {
          theirs = measure(server);
        }
      } else {
        System.out.println("KUBEBUILDER_ASSETS names no kube-apiserver: ours alone is measured");
      }
      print(ours, theirs);
    } catch (IOException | ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Map<String, Double> measureOurs(Path root, Path folder)
      throws IOException, InterruptedException, ExecutionException {
    // The first start of a build makes its cache; people meet that once.
    new ProcessBuilder(root.resolve("fleetwright").toString(), "apiserver", "--help")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
    try (MeasuredServer server = MeasuredServer.ours(root, folder)) {
      return measure(server);
    }
  }

  private static Map<String, Double> measure(MeasuredServer server)
      throws IOException, InterruptedException, ExecutionException {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("start to first answer, s", server.startSeconds());
    figures.put("memory after the start, MB", server.residentMegabytes());
    Request create =
        (http, client, count) ->
            http.send(
                "POST", MAPS, body("c" + client + "-" + count + "-" + System.nanoTime(), count));
    list(server, figures);
    figures.put("memory with 10,000 objects, MB", server.residentMegabytes());
    rate(server, CLIENTS, WARM_SECONDS, create);
    figures.put("creates/s, 1 client", rate(server, 1, create).perSecond());
    put(figures, "create", rate(server, CLIENTS, create));
    prepare(server);
    put(
        figures,
        "update",
        rate(
            server,
            CLIENTS,
            (http, client, count) -> {
              String name = "u" + client + "-" + count % 100;
              return http.send("PUT", MAPS + "/" + name, body(name, count));
            }));
    put(
        figures,
        "get",
        rate(
            server,
            CLIENTS,
            (http, client, count) ->
                http.send("GET", MAPS + "/u" + client + "-" + count % 100, new byte[0])));
    fanOut(server, figures);
    figures.put("memory at the end, MB", server.residentMegabytes());
    return figures;
  }

  private static byte[] body(String name, long value) {
    return ("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
            + name
            + "\",\"labels\":{\"app\":\"bench\"}},\"data\":{\"value\":\""
            + value
            + "\",\"sentAt\":\""
            + System.nanoTime()
            + "\",\"filling\":\""
            + FILLING
            + "\"}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What a server did, and what it cost its processes. */
  private record Rate(double perSecond, double cpuMicros) {}

  private static void put(Map<String, Double> figures, String what, Rate rate) {
    figures.put(what + "s/s, 16 clients", rate.perSecond());
    figures.put("CPU µs of the server per " + what, rate.cpuMicros());
  }

  private static Rate rate(MeasuredServer server, int clients, Request request)
      throws IOException, InterruptedException, ExecutionException {
    return rate(server, clients, SECONDS, request);
  }

  private static Rate rate(MeasuredServer server, int clients, int length, Request request)
      throws IOException, InterruptedException, ExecutionException {
    LongAdder done = new LongAdder();
    AtomicBoolean stop = new AtomicBoolean();
    try (ExecutorService pool = Executors.newFixedThreadPool(clients)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int client = i;
        all.add(
            pool.submit(() -> {
              try (RawHttp http = server.connect()) {
                for (long count = 0; !stop.get(); count++) {
                  int code = request.send(http, client, count);
                  if (code >= 300) {
                    throw new IOException("a request was answered by " + code);
                  }
                  done.increment();
                }
              }
              return null;
            }));
      }
      Thread.sleep(500); // until all are connected
      long before = done.sum();
      long start = System.nanoTime();
      double cpu = server.cpuSeconds();
      Thread.sleep(length * 1_000L);
      long count = done.sum() - before;
      double seconds = (System.nanoTime() - start) / 1e9;
      cpu = server.cpuSeconds() - cpu;
      stop.set(true);
      for (Future<?> one : all) {
        one.get();
      }
      return new Rate(count / seconds, cpu * 1e6 / count);
    }
  }

  /** Objects for updates and gets, and as many as a list is to have. */
  private static void prepare(MeasuredServer server) throws IOException {
    try (RawHttp http = server.connect()) {
      for (int client = 0; client < CLIENTS; client++) {
        for (int i = 0; i < 100; i++) {
          http.send("POST", MAPS, body("u" + client + "-" + i, i));
        }
      }
    }
  }

  private static void list(MeasuredServer server, Map<String, Double> figures)
      throws IOException, InterruptedException, ExecutionException {
    // In a namespace of its own, so that the list has the same length on both sides.
    try (RawHttp http = server.connect()) {
      http.send(
          "POST",
          "/api/v1/namespaces",
          "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"listed\"}}"
              .getBytes(StandardCharsets.UTF_8));
    }
    String path = "/api/v1/namespaces/listed/configmaps";
    try (ExecutorService pool = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        all.add(
            pool.submit(() -> {
              try (RawHttp http = server.connect()) {
                for (int n = client; n < LISTED; n += CLIENTS) {
                  http.send("POST", path, body("l" + n, n));
                }
              }
              return null;
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    double best = Double.MAX_VALUE;
    try (RawHttp http = server.connect()) {
      for (int i = 0; i < 7; i++) {
        long start = System.nanoTime();
        long bytes = http.download(path);
        best = Math.min(best, (System.nanoTime() - start) / 1e6);
        if (bytes < 2_000L * LISTED) {
          throw new IOException("the list has " + bytes + " bytes only");
        }
      }
    }
    figures.put("list of 10,000, ms (best of 7)", best);
  }

  private static void fanOut(MeasuredServer server, Map<String, Double> figures)
      throws IOException, InterruptedException {
    LongAdder received = new LongAdder();
    List<Long> delays = new ArrayList<>();
    AtomicBoolean pacing = new AtomicBoolean(true);
    List<RawHttp> watches = new ArrayList<>();
    CountDownLatch open = new CountDownLatch(WATCHERS);
    for (int i = 0; i < WATCHERS; i++) {
      RawHttp http = server.connect();
      watches.add(http);
      Thread.ofVirtual().start(() -> watch(http, open, received, delays, pacing));
    }
    open.await();
    Thread.sleep(1_000);
    received.reset();
    try (RawHttp http = server.connect()) {
      long next = System.nanoTime();
      for (int i = 0; i < 50 * SECONDS; i++) {
        http.send("POST", FAN, body("p" + i + "-" + System.nanoTime(), i));
        next += 20_000_000;
        Thread.sleep(Math.max(0, (next - System.nanoTime()) / 1_000_000));
      }
    }
    Thread.sleep(500);
    pacing.set(false);
    long[] sorted;
    synchronized (delays) {
      sorted = delays.stream().mapToLong(Long::longValue).sorted().toArray();
    }
    figures.put("watch delay p50, ms (100 × 50/s)", sorted[sorted.length / 2] / 1e6);
    figures.put("watch delay p99, ms (100 × 50/s)", sorted[sorted.length * 99 / 100] / 1e6);
    long before = received.sum();
    long start = System.nanoTime();
    int sent = 0;
    try (RawHttp http = server.connect()) {
      while (System.nanoTime() - start < SECONDS * 1_000_000_000L) {
        http.send("POST", FAN, body("f" + sent + "-" + System.nanoTime(), sent));
        sent++;
      }
    }
    long wanted = before + (long) sent * WATCHERS;
    while (received.sum() < wanted && System.nanoTime() - start < 60_000_000_000L) {
      Thread.sleep(5);
    }
    figures.put(
        "events/s to 100 watchers",
        (received.sum() - before) / ((System.nanoTime() - start) / 1e9));
    for (RawHttp http : watches) {
      http.close();
    }
  }

  private static void watch(
      RawHttp http,
      CountDownLatch open,
      LongAdder received,
      List<Long> delays,
      AtomicBoolean pacing) {
    byte[] mark = "\"sentAt\":\"".getBytes(StandardCharsets.UTF_8);
    try {
      http.begin("GET", FAN + "?watch=true&resourceVersion=0", new byte[0]);
      open.countDown();
      while (true) {
        byte[] line = http.line();
        int at = indexOf(line, mark);
        if (at < 0) {
          continue;
        }
        received.increment();
        if (pacing.get()) {
          int end = at + mark.length;
          long sent = 0;
          while (line[end] >= '0' && line[end] <= '9') {
            sent = sent * 10 + line[end++] - '0';
          }
          synchronized (delays) {
            delays.add(System.nanoTime() - sent);
          }
        }
      }
    } catch (IOException e) {
      open.countDown(); // closed at the end
    }
  }

  private static int indexOf(byte[] text, byte[] mark) {
    for (int i = 0; i + mark.length <= text.length; i++) {
      if (text[i] == mark[0] && Arrays.equals(text, i, i + mark.length, mark, 0, mark.length)) {
        return i;
      }
    }
    return -1;
  }

  private static void print(Map<String, Double> ours, @Nullable Map<String, Double> theirs) {
    System.out.printf(
        "%n%-34s %14s %22s  %s%n", "", "fleetwright", "kube-apiserver + etcd", "ours / theirs");
    ours.forEach((name, figure) -> {
      Double other = theirs == null ? null : theirs.get(name);
      System.out.printf(
          Locale.ROOT,
          "%-34s %,14.1f %22s  %s%n",
          name,
          figure,
          other == null ? "-" : String.format(Locale.ROOT, "%,.1f", other),
          other == null ? "" : String.format(Locale.ROOT, "%.2f", figure / other));
    });
  }
}
