package dev.fleetwright.hub.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.hub.metrics.HealthPort.Answer;
import dev.fleetwright.hub.queue.Backoff;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.hub.tracing.Tracer;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private final Metrics metrics = new Metrics();

  @Test
  void theTextIsWhatPrometheusReads() {
    metrics.count("b_total", "Bs.", "kind", "a \"quoted\"\\ one\n");
    metrics.gauge("a", "As.", () -> 1.5);
    metrics.time("c_seconds", "Cs.", 0.03, "k", "v");
    metrics.time("c_seconds", "Cs.", 99, "k", "v");
    assertThat(metrics.text())
        .startsWith("# HELP a As.\n# TYPE a gauge\na 1.5\n# HELP b_total Bs.\n")
        .contains("b_total{kind=\"a \\\"quoted\\\"\\\\ one\\n\"} 1\n")
        .contains("# TYPE c_seconds histogram\n")
        .contains("c_seconds_bucket{k=\"v\",le=\"0.025\"} 0\n")
        .contains("c_seconds_bucket{k=\"v\",le=\"0.05\"} 1\n")
        .contains("c_seconds_bucket{k=\"v\",le=\"10\"} 1\n")
        .contains("c_seconds_bucket{k=\"v\",le=\"+Inf\"} 2\n")
        .contains("c_seconds_sum{k=\"v\"} 99.03\n")
        .contains("c_seconds_count{k=\"v\"} 2\n");
  }

  @Test
  void figuresOfOthersAreIncludedOnce() {
    metrics.count("b_total", "Bs.");
    metrics.include("swarm", () -> "old 1\n");
    metrics.include("swarm", () -> "# TYPE new_total counter\nnew_total 2\n");
    assertThat(metrics.text())
        .startsWith("# HELP b_total")
        .endsWith("# TYPE new_total counter\nnew_total 2\n")
        .doesNotContain("old");
  }

  @Test
  void controllersAreCountedByResult() throws Exception {
    HubMetrics hub = new HubMetrics(metrics, Tracer.OFF);
    KeyedQueue<String> queue = new KeyedQueue<>(() -> Instant.EPOCH, Backoff.DEFAULT);
    queue.add("x");
    hub.observed("worlds", queue, _ -> Optional.empty()).reconcile("x");
    try {
      hub.observed(
              "worlds",
              queue,
              _ -> {
                throw new KubernetesClientException("no", 409, null);
              })
          .reconcile("x");
    } catch (KubernetesClientException e) {
      assertThat(e.getCode()).isEqualTo(409);
    }
    hub.bindings("w1", 3, 1, 2);
    hub.bindings("w1", 3, 1, 0);
    hub.bindings("w2", 4, 0, 4);
    assertThat(metrics.text())
        .contains("capabilityresolver_reconcile_total{result=\"success\"} 1\n")
        .contains("capabilityresolver_reconcile_total{result=\"error\"} 1\n")
        .contains("fleetwright_reconcile_total{controller=\"worlds\",result=\"conflict\"} 1\n")
        .contains("capabilityresolver_bindings_desired 7\n")
        .contains("capabilityresolver_unresolved_required_total 2\n")
        .contains("capabilityresolver_bindings_applied_total 6\n")
        .contains("fleetwright_queue_depth{controller=\"worlds\"} 1\n");
    hub.gone("w1");
    assertThat(metrics.text()).contains("capabilityresolver_bindings_desired 4\n");
  }

  @Test
  void thePortAnswersProbesAndNothingElse() throws Exception {
    AtomicBoolean ready = new AtomicBoolean();
    metrics.count("x_total", "Xs.");
    try (HealthPort port =
        HealthPort.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            () -> new Answer(true, "ok"),
            () -> new Answer(ready.get(), ready.get() ? "leads" : "reads"),
            metrics)) {
      assertThat(ask(port, "/healthz")).isEqualTo("200 ok\n");
      assertThat(ask(port, "/readyz")).isEqualTo("503 reads\n");
      ready.set(true);
      assertThat(ask(port, "/readyz")).isEqualTo("200 leads\n");
      assertThat(ask(port, "/metrics")).startsWith("200 # HELP x_total");
      assertThat(ask(port, "/metrics/more")).isEqualTo("404 not found\n");
      assertThat(ask(port, "/")).isEqualTo("404 not found\n");
    }
  }

  private static String ask(HealthPort port, String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path)).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }
}
