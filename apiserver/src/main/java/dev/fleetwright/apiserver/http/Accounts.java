package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Caller;
import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.audit.AuditLog;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.metrics.Metrics;
import dev.fleetwright.apiserver.service.Clusters;
import io.helidon.http.HeaderNames;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Keeps account of requests: figures for monitoring, lines for the audit log. */
final class Accounts {
  private static final int MAX_TEXT = 1_000;

  private final Metrics metrics;
  private final AuditLog audit;
  private final Clusters clusters;
  private final InstantSource clock;

  Accounts(Metrics metrics, AuditLog audit, Clusters clusters, InstantSource clock) {
    this.metrics = metrics;
    this.audit = audit;
    this.clusters = clusters;
    this.clock = clock;
  }

  Metrics metrics() {
    return metrics;
  }

  /** A watch may last for hours, so its beginning is worth a line. */
  void begun(Exchange exchange) {
    if (exchange.deed() instanceof Deed.OnResource on && on.verb().equals("watch")) {
      audit.add(line(exchange, "ResponseStarted", clock.instant(), 0, 0));
    }
  }

  /**
   * @param nanos how long it took
   */
  void done(Exchange exchange, long nanos) {
    Deed deed = exchange.deed();
    int code = exchange.code();
    boolean watch = deed != null && deed.verb().equals("watch");
    switch (deed) {
      case Deed.OnResource on ->
          metrics.request(
              on.verb(),
              isServed(on) ? on.group() : "",
              isServed(on) ? on.resource() : "",
              isServed(on) && (on.part().equals("status") || on.part().equals("scale"))
                  ? on.part()
                  : "",
              code,
              watch ? -1 : nanos);
      case Deed.OnPath on -> metrics.request(on.verb(), "", "", "", code, nanos);
      case null -> metrics.request("get", "", "", "", code, nanos);
    }
    if (deed != null || code == 401) {
      audit.add(
          line(
              exchange,
              "ResponseComplete",
              clock.instant().minus(Duration.ofNanos(nanos)),
              code,
              nanos));
    }
  }

  /** Only what is served becomes a label: clients could ask for a million names. */
  private boolean isServed(Deed.OnResource on) {
    String resource = on.group().isEmpty() ? on.resource() : on.resource() + "." + on.group();
    return clusters.exists(on.cluster()) && clusters.of(on.cluster()).stored(resource) != null;
  }

  private static ObjectNode line(
      Exchange exchange, String stage, Instant since, int code, long nanos) {
    ObjectNode line = Json.object();
    line.put("time", since.toString()).put("stage", stage);
    if (!exchange.path().cluster().isEmpty()) {
      line.put("cluster", shortened(exchange.path().cluster()));
    }
    Authentication.@Nullable Identity identity = exchange.identity();
    if (identity != null) {
      person(line, "user", identity.real());
      if (identity.isImpersonated()) {
        person(line, "impersonatedUser", identity.caller());
      }
    }
    line.put("source", exchange.remoteHost());
    line.put("userAgent", shortened(exchange.header(HeaderNames.USER_AGENT)));
    line.put("method", exchange.method()).put("uri", shortened(exchange.uri()));
    switch (exchange.deed()) {
      case Deed.OnResource on -> {
        line.put("verb", on.verb());
        ObjectNode object = line.putObject("object");
        object.put("group", shortened(on.group())).put("resource", shortened(on.resource()));
        putUnlessEmpty(object, "subresource", on.part());
        putUnlessEmpty(object, "namespace", on.namespace());
        putUnlessEmpty(object, "name", on.name());
      }
      case Deed.OnPath on -> line.put("verb", on.verb());
      case null -> {}
    }
    if (stage.equals("ResponseComplete")) {
      line.put("code", code).put("seconds", Math.round(nanos / 1e3) / 1e6);
      if (code == 403) {
        line.put("decision", "forbid");
      }
    }
    return line;
  }

  private static void person(ObjectNode line, String field, Caller caller) {
    ObjectNode person = line.putObject(field);
    person.put("name", shortened(caller.name()));
    ArrayNode groups = person.putArray("groups");
    caller.groups().stream().limit(50).forEach(group -> groups.add(shortened(group)));
  }

  private static void putUnlessEmpty(ObjectNode node, String field, String value) {
    if (!value.isEmpty()) {
      node.put(field, shortened(value));
    }
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }
}
