package dev.fleetwright.hub.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class OtlpTracerTest {

  @Test
  void aCollectorGetsSpansWithTheirParents() throws Exception {
    List<String> bodies = new CopyOnWriteArrayList<>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          assertThat(exchange.getRequestHeaders().getFirst("X-Key")).isEqualTo("secret");
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    try (OtlpTracer tracer =
        new OtlpTracer(
            URI.create("http://127.0.0.1:" + collector.getAddress().getPort()),
            Map.of("X-Key", "secret"),
            "hub")) {
      try (var outer = Objects.requireNonNull(tracer.begin("reconcile worlds"))) {
        outer.with("world", "forge").with("desiredBindings", 3);
        try (var inner = Objects.requireNonNull(tracer.begin("select provider"))) {
          inner.failed(new IllegalStateException("no"));
        }
        assertThat(Tracer.current()).isSameAs(outer);
      }
      assertThat(Tracer.current()).isNull();
    } finally {
      collector.stop(0);
    }
    JsonNode sent = JsonMapper.builder().build().readTree(bodies.getFirst());
    JsonNode spans = sent.at("/resourceSpans/0/scopeSpans/0/spans");
    assertThat(spans).hasSize(2);
    JsonNode inner = spans.get(0);
    JsonNode outer = spans.get(1);
    assertThat(inner.get("parentSpanId")).isEqualTo(outer.get("spanId"));
    assertThat(inner.get("traceId")).isEqualTo(outer.get("traceId"));
    assertThat(inner.at("/status/code").asInt()).isEqualTo(2);
    assertThat(outer.has("parentSpanId")).isFalse();
    assertThat(outer.get("traceId").asText()).hasSize(32);
    assertThat(outer.get("attributes").toString())
        .contains("{\"intValue\":\"3\"}")
        .contains("{\"stringValue\":\"forge\"}");
    assertThat(sent.at("/resourceSpans/0/resource/attributes/0/value/stringValue").asText())
        .isEqualTo("hub");
  }

  @Test
  void aCollectorThatIsAwayCostsNothingButSpans() {
    try (OtlpTracer tracer = new OtlpTracer(URI.create("http://127.0.0.1:1/"), Map.of(), "hub")) {
      for (int i = 0; i < 20_000; i++) {
        Objects.requireNonNull(tracer.begin("x")).close();
      }
    }
    assertThat(Tracer.OFF.begin("x")).isNull();
  }
}
