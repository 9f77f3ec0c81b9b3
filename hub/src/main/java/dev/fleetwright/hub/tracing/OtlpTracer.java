package dev.fleetwright.hub.tracing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to a collector by OTLP over HTTP, as JSON, in batches. A collector that is away or
 * slow costs spans and nothing else.
 */
public final class OtlpTracer extends Tracer {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpTracer.class);
  private static final int MOST_WAITING = 10_000;
  private static final int BATCH = 500;
  private static final Duration TOGETHER = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final URI traces;
  private final Map<String, String> headers;
  private final String service;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final BlockingQueue<Span> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicLong lost = new AtomicLong();
  private final Thread sender;
  private volatile boolean closed;

  /**
   * Begins to send.
   *
   * @param endpoint without the path, such as {@code http://collector:4318}
   * @param headers sent with each batch, such as an authorization
   */
  public OtlpTracer(URI endpoint, Map<String, String> headers, String service) {
    String base = endpoint.toString();
    this.traces = URI.create((base.endsWith("/") ? base : base + "/") + "v1/traces");
    this.headers = Map.copyOf(headers);
    this.service = service;
    this.sender = Thread.ofVirtual().name("otlp").start(this::send);
  }

  @Override
  boolean isOn() {
    return true;
  }

  @Override
  void ended(Span span) {
    if (!waiting.offer(span)) {
      lost.incrementAndGet();
    }
  }

  private void send() {
    try {
      while (!closed || !waiting.isEmpty()) {
        Span first = waiting.poll(TOGETHER.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          if (!closed && waiting.size() < BATCH) {
            Thread.sleep(TOGETHER);
          }
          List<Span> batch = new ArrayList<>();
          batch.add(first);
          waiting.drainTo(batch, BATCH - 1);
          post(batch);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(List<Span> batch) throws InterruptedException {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(traces)
              .timeout(PATIENCE)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(json(batch)));
      headers.forEach(request::header);
      int code = client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      if (code / 100 != 2) {
        LOG.info("{} spans were refused by {} with {}", batch.size(), traces, code);
      }
    } catch (IOException e) {
      LOG.info("{} spans are lost, {} does not answer: {}", batch.size(), traces, e.toString());
    }
    long dropped = lost.getAndSet(0);
    if (dropped > 0) {
      LOG.info("{} spans are lost, since {} is too slow", dropped, traces);
    }
  }

  private String json(List<Span> batch) throws JsonProcessingException {
    return JSON.writeValueAsString(
        Map.of(
            "resourceSpans",
            List.of(
                Map.of(
                    "resource",
                    Map.of("attributes", attributes(Map.of("service.name", service))),
                    "scopeSpans",
                    List.of(
                        Map.of(
                            "scope",
                            Map.of("name", "fleetwright"),
                            "spans",
                            batch.stream().map(OtlpTracer::plain).toList()))))));
  }

  private static Map<String, Object> plain(Span span) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("traceId", span.traceId());
    map.put("spanId", span.spanId());
    if (span.parentId() != null) {
      map.put("parentSpanId", span.parentId());
    }
    map.put("name", span.name());
    map.put("kind", 1); // internal
    map.put("startTimeUnixNano", nanos(span.start()));
    map.put("endTimeUnixNano", nanos(span.end()));
    map.put("attributes", attributes(span.attributes()));
    map.put("status", span.error() == null ? Map.of() : Map.of("code", 2, "message", span.error()));
    return map;
  }

  /** Numbers of 64 bits are texts in OTLP's JSON. */
  private static String nanos(Instant time) {
    return Long.toString(time.getEpochSecond() * 1_000_000_000L + time.getNano());
  }

  private static List<Map<String, Object>> attributes(Map<String, ?> values) {
    List<Map<String, Object>> attributes = new ArrayList<>();
    values.forEach((key, value) ->
        attributes.add(
            Map.of(
                "key",
                key,
                "value",
                switch (value) {
                  case Integer number -> Map.of("intValue", number.toString());
                  case Long number -> Map.of("intValue", number.toString());
                  case Boolean bool -> Map.of("boolValue", bool);
                  default -> Map.of("stringValue", String.valueOf(value));
                })));
    return attributes;
  }

  /** Sends what waits, for a moment. */
  @Override
  public void close() {
    closed = true;
    try {
      sender.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
  }
}
