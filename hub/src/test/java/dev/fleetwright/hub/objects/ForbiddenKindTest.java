package dev.fleetwright.hub.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.work.Deliveries.Sight;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that has a kind and does not let us read it, until it does. */
class ForbiddenKindTest {

  private static final ObjectKey WEB = new ObjectKey("", "configmaps", "shop", "web");
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final String GROUPS =
      """
      {"kind": "APIGroupList", "apiVersion": "v1", "groups": []}\
      """;
  private static final String RESOURCES =
      """
      {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "v1", "resources": [
        {"name": "configmaps", "kind": "ConfigMap", "namespaced": true, "verbs": ["list", "watch"]}
      ]}\
      """;
  private static final String LIST =
      """
      {"kind": "ConfigMapList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": [
        {"metadata": {"name": "web", "namespace": "shop", "uid": "u", "resourceVersion": "7"}}
      ]}\
      """;
  private static final String TOO_OLD =
      """
      {"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "status": "Failure",\
       "reason": "Expired", "code": 410, "message": "too old"}}
      """;
  private static final String REFUSAL =
      """
      {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Forbidden",
       "code": 403, "message": "you may not"}\
      """;

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final AtomicInteger refusals = new AtomicInteger();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Heard heard = new Heard();
  private volatile boolean allowed;
  private volatile boolean watched;
  private HttpServer server;
  private KubernetesClient client;
  private ObjectWatches watches;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
            .withWatchReconnectInterval(5)
            .withOnlyHttpWatches(true)
            .build();
    client = new KubernetesClientBuilder().withConfig(config).build();
    watches = new ObjectWatches(client, heard, now::get);
    watches.discover();
  }

  @AfterEach
  void stop() {
    watches.close();
    over.countDown();
    client.close();
    server.stop(0);
  }

  @Test
  void isAskedForSeldomAndReadOnceItIsAllowed() throws InterruptedException {
    watches.follow(_ -> true);
    await(() -> heard.refusals.get() == 1);
    assertThat(heard.settled).containsExactly("configmaps");
    assertThat(watches.failure("", "configmaps").orElseThrow()).contains("may not");
    assertThat(watches.isLoading("", "configmaps")).isFalse();
    assertThat(watches.isRead("", "configmaps")).isFalse();
    assertThat(watches.look(WEB)).isEqualTo(new Sight.Unread());
    assertThat(watches.nextTry()).contains(START.plusSeconds(1));

    // A client of its own would have tried many times by now.
    watches.follow(_ -> true);
    Thread.sleep(200);
    assertThat(refusals).hasValue(1);

    now.set(START.plusSeconds(1));
    watches.follow(_ -> true);
    await(() -> heard.refusals.get() == 2);
    assertThat(refusals).hasValue(2);
    // That is not new to anybody.
    assertThat(heard.settled).hasSize(1);
    assertThat(watches.nextTry()).contains(START.plusSeconds(3));

    for (int i = 3; i <= 20; i++) {
      now.set(watches.nextTry().orElseThrow());
      watches.follow(_ -> true);
      int refused = i;
      await(() -> heard.refusals.get() == refused);
    }
    assertThat(watches.nextTry()).contains(now.get().plus(Duration.ofMinutes(5)));

    allowed = true;
    now.set(watches.nextTry().orElseThrow());
    watches.follow(_ -> true);
    await(() -> watches.isRead("", "configmaps"));
    assertThat(heard.settled).hasSize(2);
    assertThat(watches.failure("", "configmaps")).isEmpty();
    assertThat(watches.look(WEB)).isInstanceOf(Sight.Here.class);
    assertThat(watches.nextTry()).isEmpty();
  }

  @Test
  void isForgottenWhenItIsNotWantedAnyMore() {
    watches.follow(_ -> true);
    await(() -> watches.nextTry().isPresent());
    watches.follow(_ -> false);
    assertThat(watches.nextTry()).isEmpty();
    assertThat(heard.left).containsExactly("configmaps");
  }

  @Test
  void whatWasReadDoesNotCountOnceItIsForbidden() {
    allowed = true;
    watches.follow(_ -> true);
    await(() -> watches.isRead("", "configmaps"));
    await(() -> watched);
    allowed = false;
    // The watch that is open ends; everything has to be read anew, and that is refused.
    over.countDown();
    await(() -> watches.nextTry().isPresent());
    assertThat(watches.look(WEB)).isEqualTo(new Sight.Unread());
    assertThat(watches.heads(new ResourceType("", "v1", "ConfigMap", "configmaps", true)))
        .isEmpty();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    try (exchange) {
      switch (path) {
        case "/apis" -> say(exchange, 200, GROUPS);
        case "/api/v1" -> say(exchange, 200, RESOURCES);
        case "/api/v1/configmaps" -> configMaps(exchange, query.contains("watch=true"));
        default -> say(exchange, 404, "{}");
      }
    }
  }

  private void configMaps(HttpExchange exchange, boolean watch) throws IOException {
    if (!allowed) {
      refusals.incrementAndGet();
      say(exchange, 403, REFUSAL);
    } else if (watch) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().flush();
      watched = true;
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      exchange.getResponseBody().write(TOO_OLD.getBytes(StandardCharsets.UTF_8));
    } else {
      say(exchange, 200, LIST);
    }
  }

  private static void say(HttpExchange exchange, int code, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  private static void await(BooleanSupplier reached) {
    Instant end = Instant.now().plusSeconds(60);
    while (!reached.getAsBoolean()) {
      assertThat(Instant.now()).as("it did not happen").isBefore(end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static final class Heard implements ObjectWatches.Listener {
    private final Queue<String> settled = new ConcurrentLinkedQueue<>();
    private final Queue<String> left = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();

    @Override
    public void changed(ObjectKey key, boolean statusAlone) {}

    @Override
    public void settled(ResourceType type) {
      settled.add(type.resource());
    }

    @Override
    public void left(ResourceType type) {
      left.add(type.resource());
    }

    @Override
    public void refused() {
      refusals.incrementAndGet();
    }
  }
}
