package dev.fleetwright.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.FormatMethod;
import com.sun.management.OperatingSystemMXBean;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.store.Event;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * A whole fleet through real ports: how long until all worlds run, until a release is everywhere,
 * until a placed object and its combined status are; and what it costs when nothing happens.
 *
 * <p>{@code FLEET_SIZE=100,10,10,10 bench/run fleet} has 100 clusters and 10 worlds of 10 modules
 * on 10 clusters each.
 */
final class FleetBenchmark {

  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final int ROUNDS = 5;
  private static final String DEPLOYMENTS = "deployments.apps";

  private record Size(int clusters, int worlds, int modules, int each) {

    static Size parse(String text) {
      String[] numbers = text.split(",", -1);
      return new Size(
          Integer.parseInt(numbers[0]),
          Integer.parseInt(numbers[1]),
          Integer.parseInt(numbers[2]),
          Integer.parseInt(numbers[3]));
    }

    /** Worlds share groups of clusters when there are not enough for all. */
    int groups() {
      return Math.max(1, clusters / each);
    }
  }

  private final Size size;
  private final MeasuredFleet fleet;
  private final Map<String, LongAdder> writes = new ConcurrentHashMap<>();
  private final Placed placed;

  private FleetBenchmark(Size size, MeasuredFleet fleet) {
    this.size = size;
    this.fleet = fleet;
    this.placed = new Placed(size.clusters());
    fleet.onCommit(this::count);
    fleet.onCommit(placed::see);
  }

  static void run() throws Exception {
    String text = System.getenv().getOrDefault("FLEET_SIZE", "1000,100,10,10");
    Size size = Size.parse(text);
    say(
        "%d clusters, %d worlds of %d modules on %d clusters each",
        size.clusters(), size.worlds(), size.modules(), size.each());
    Path folder = Files.createTempDirectory("fleet-bench").resolve("data");
    long start = System.nanoTime();
    try (MeasuredFleet fleet = new MeasuredFleet(folder, size.clusters())) {
      say("everything is up: %.1f s", seconds(start));
      new FleetBenchmark(size, fleet).measure(folder);
    }
    System.exit(0);
  }

  private void measure(Path folder) throws Exception {
    clusters();
    worlds();
    release();
    memory();
    place();
    memory();
    idle(folder);
  }

  private void count(List<Event> events) {
    for (Event event : events) {
      String resource = event.object().key().collection().resource();
      writes.computeIfAbsent(resource, _ -> new LongAdder()).increment();
    }
  }

  private void clusters() throws InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; i < size.clusters(); i++) {
      fleet.apply(
          """
          apiVersion: cluster.open-cluster-management.io/v1
          kind: ManagedCluster
          metadata: {name: NAME, labels: {group: "GROUP", environment: production}}
          spec: {hubAcceptsClient: true}
          """
              .replace("NAME", fleet.clusters().get(i))
              .replace(
                  "GROUP", i < size.groups() * size.each() ? "g" + i % size.groups() : "none"));
    }
    say("inventory written: %.1f s", seconds(start));
  }

  private void worlds() throws InterruptedException {
    fleet.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: game}
        """);
    StringBuilder modules = new StringBuilder();
    for (int i = 0; i < size.modules(); i++) {
      fleet.apply(manifest(i));
      fleet.apply(releaseOf(i, 0));
      modules.append("    - {name: m").append(i).append("}\n");
    }
    fleet.apply(
        """
        apiVersion: game.platform/v1alpha1
        kind: GameDefinition
        metadata: {name: forge, namespace: game}
        spec:
          modules:
        """
            + modules);
    writes.clear();
    long start = System.nanoTime();
    for (int i = 0; i < size.worlds(); i++) {
      fleet.apply(
          """
          apiVersion: game.platform/v1alpha1
          kind: WorldInstance
          metadata: {name: NAME, namespace: game}
          spec:
            gameRef: {name: forge}
            desiredState: Running
            placement: {clusterSelectors: [{matchLabels: {group: "GROUP"}}]}
          """
              .replace("NAME", "w" + i)
              .replace("GROUP", "g" + i % size.groups()));
    }
    say("worlds written: %.1f s", seconds(start));
    await("all worlds run", () -> running() == size.worlds());
    say("all worlds run: %.1f s; objects written: %s", seconds(start), written());
  }

  private void release() throws InterruptedException {
    writes.clear();
    long start = System.nanoTime();
    fleet.apply(releaseOf(0, 1));
    await("the release is everywhere", () -> withImage("forge/m0:1.1.0") == deployed());
    say("one release is at all clusters: %.1f s", seconds(start));
    await("all worlds run", () -> running() == size.worlds());
    say("and all worlds run: %.1f s; objects written: %s", seconds(start), written());
  }

  private long deployed() {
    return (long) size.worlds() * size.each();
  }

  private long withImage(String image) {
    long found = 0;
    for (String cluster : fleet.clusters()) {
      found +=
          fleet.list(cluster, DEPLOYMENTS).stream()
              .filter(deployment ->
                  deployment.at("/spec/template/spec/containers/0/image").asText().equals(image))
              .count();
    }
    return found;
  }

  private long running() {
    return fleet.list(ApiServer.HUB, "worldinstances.game.platform").stream()
        .filter(world -> world.at("/status/phase").asText().equals("Running"))
        .filter(world ->
            world.at("/metadata/generation").asLong()
                    == world.at("/status/observedGeneration").asLong(-1)
                || world.at("/status/observedGeneration").isMissingNode())
        .count();
  }

  private void idle(Path folder) throws Exception {
    // Whatever is on its way arrives first.
    awaitQuiet();
    writes.clear();
    Path audit = folder.resolve("audit.log");
    long before = Files.size(audit);
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    Thread.sleep(Duration.ofMinutes(1));
    say(
        "idle for a minute: %.2f CPU seconds, objects written: %s",
        (system.getProcessCpuTime() - cpu) / 1e9, written());
    say("requests in that minute: %s", requests(audit, before));
  }

  private void awaitQuiet() throws InterruptedException {
    long last = -1;
    for (int quiet = 0; quiet < 10; quiet++) {
      long now = writes.values().stream().mapToLong(LongAdder::sum).sum();
      if (now != last) {
        quiet = 0;
        last = now;
      }
      Thread.sleep(1_000);
    }
  }

  private static Map<String, Integer> requests(Path audit, long from) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    byte[] all = Files.readAllBytes(audit);
    if (all.length < from) {
      return Map.of("the audit log was put aside meanwhile", 1);
    }
    new String(all, (int) from, all.length - (int) from, java.nio.charset.StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("\"ResponseComplete\""))
        .forEach(line ->
            counts.merge(
                line.replaceAll(".*\"verb\":\"([^\"]*)\".*", "$1")
                    + " "
                    + line.replaceAll(".*\"resource\":\"([^\"]*)\".*", "$1"),
                1,
                Integer::sum));
    return counts;
  }

  private void place() throws InterruptedException {
    fleet.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: generations}
        spec:
          groupBy: [{name: generation, def: returned.status.observedGeneration}]
          combinedFields: [{name: clusters, type: COUNT}]
          limit: 20
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: everywhere}
        spec:
          clusterSelectors: [{matchLabels: {environment: production}}]
          downsync:
            - {resources: [namespaces], objectNames: [game]}
            - resources: [deployments]
              namespaces: [game]
              objectNames: [placed]
              statusCollectors: [generations]
        """);
    List<Double> arrivals = new ArrayList<>();
    List<Double> combinations = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      writes.clear();
      placed.expect(round);
      long start = System.nanoTime();
      fleet.apply(
          """
          apiVersion: apps/v1
          kind: Deployment
          metadata: {name: placed, namespace: game}
          spec:
            replicas: 1
            selector: {matchLabels: {app: placed}}
            template:
              metadata: {labels: {app: placed}}
              spec: {containers: [{name: c, image: "placed:ROUND"}]}
          """
              .replace("ROUND", String.valueOf(round)));
      await("it is at all clusters and combined", placed::isDone);
      List<Double> times = placed.arrivals(start);
      arrivals.addAll(times);
      combinations.add(placed.combinedAfterLastStatus());
      say(
          "placed, round %d: p50 %.2f s, p99 %.2f s, last cluster %.2f s, combined %.2f s after"
              + " the last status; objects written: %s",
          round,
          percentile(times, 50),
          percentile(times, 99),
          percentile(times, 100),
          combinations.getLast(),
          written());
    }
    say(
        "placed at %d clusters, %d rounds: p50 %.2f s, p99 %.2f s; last status to combined: p50"
            + " %.2f s, p99 %.2f s",
        size.clusters(),
        ROUNDS,
        percentile(arrivals, 50),
        percentile(arrivals, 99),
        percentile(combinations, 50),
        percentile(combinations, 99));
  }

  /** When what was placed is where. */
  private static final class Placed {
    private final int clusters;
    private final Map<String, Long> arrived = new ConcurrentHashMap<>();
    private final AtomicLong lastStatus = new AtomicLong();
    private final AtomicLong combined = new AtomicLong();
    private volatile int round;

    Placed(int clusters) {
      this.clusters = clusters;
    }

    void expect(int next) {
      arrived.clear();
      combined.set(0);
      round = next;
    }

    boolean isDone() {
      return arrived.size() == clusters && combined.get() != 0;
    }

    List<Double> arrivals(long start) {
      return arrived.values().stream().map(at -> (at - start) / 1e9).toList();
    }

    double combinedAfterLastStatus() {
      return (combined.get() - lastStatus.get()) / 1e9;
    }

    void see(List<Event> events) {
      for (Event event : events) {
        String resource = event.object().key().collection().resource();
        String name = event.object().key().name();
        if (round == 0 || event.type() == Event.Type.DELETED) {
          continue;
        }
        if (resource.equals(DEPLOYMENTS) && name.equals("placed")) {
          deployed(event);
        } else if (resource.startsWith("workstatuses.")
            && name.contains("placed")
            && combined.get() == 0) {
          lastStatus.set(System.nanoTime());
        } else if (resource.startsWith("combinedstatuses.") && combined.get() == 0) {
          combined(event);
        }
      }
    }

    private void deployed(Event event) {
      String cluster = event.object().key().collection().cluster();
      String image = event.object().tree().at("/spec/template/spec/containers/0/image").asText();
      if (!cluster.equals(ApiServer.HUB) && image.equals("placed:" + round)) {
        arrived.putIfAbsent(cluster, System.nanoTime());
      }
    }

    /** All rows are in the group of the newest generation. */
    private void combined(Event event) {
      JsonNode rows = event.object().tree().at("/results/0/rows");
      if (rows.size() == 1
          && rows.get(0).at("/columns/0").toString().contains("\"" + round + "\"")
          && rows.get(0).at("/columns/1").toString().contains("\"" + clusters + "\"")) {
        combined.set(System.nanoTime());
      }
    }
  }

  private void memory() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    say(
        "heap in use %d MB, resident %d MB, %d platform threads, %d watches",
        (runtime.totalMemory() - runtime.freeMemory()) >> 20,
        resident(),
        Thread.getAllStackTraces().size(),
        fleet.watches());
  }

  private static long resident() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }

  private Map<String, Long> written() {
    Map<String, Long> sorted = new TreeMap<>();
    writes.forEach((resource, count) -> sorted.put(resource, count.sum()));
    return sorted;
  }

  private static double percentile(List<Double> values, int percent) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("not within " + PATIENCE + ": " + what);
      }
      Thread.sleep(100);
    }
  }

  /** Each module provides a capability and requires that of the module before it. */
  private static String manifest(int number) {
    String requires =
        number == 0
            ? "  requires: []\n"
            : """
              requires:
                - {capabilityId: c.NUMBER, versionConstraint: ^1.0.0, scope: world, multiplicity: "1", dependencyMode: required}
            """
                .replace("NUMBER", "n" + (number - 1));
    return """
    apiVersion: game.platform/v1alpha1
    kind: ModuleManifest
    metadata: {name: mNUMBER, namespace: game}
    spec:
      module: {id: core.mNUMBER, version: 1.0.0}
      provides:
        - {capabilityId: c.nNUMBER, version: 1.0.0, scope: world, multiplicity: "1"}
    """
            .replace("NUMBER", String.valueOf(number))
        + requires;
  }

  private static String releaseOf(int module, int number) {
    return """
    apiVersion: release.fleetwright.dev/v1alpha1
    kind: Release
    metadata: {name: mMODULE-1.NUMBER.0, namespace: game}
    spec:
      deployment: mMODULE
      createdAt: 2026-01-01T00:0NUMBER:00Z
      version: {tag: 1.NUMBER.0}
      module:
        apiVersion: core.opm.dev/v1
        kind: Module
        metadata: {name: mMODULE, version: 1.NUMBER.0}
        components:
          mMODULE:
            metadata: {labels: {core.opm.dev/workload-type: stateless}}
            resources: ["opm.dev/resources/workload@v1#Container"]
            traits: ["opm.dev/traits/scaling@v1#Replicas", "opm.dev/traits/network@v1#Expose"]
            spec:
              container: {name: mMODULE, image: "forge/mMODULE:1.NUMBER.0", ports: [{name: grpc, containerPort: 9000}]}
              replicas: 1
              expose: {type: ClusterIP}
    """
        .replace("MODULE", String.valueOf(module))
        .replace("NUMBER", String.valueOf(number));
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  @FormatMethod
  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }
}
