package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fleetwright.apiserver.access.Caller;
import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.json.Json;
import io.helidon.http.HeaderNames;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the audit log says of a request: who, what and the outcome, never what objects hold. */
final class AuditLine {
  private static final int MAX_TEXT = 1_000;
  private static final int MAX_GROUPS = 50;

  private AuditLine() {}

  /** A request whose answer goes on for a while. */
  static byte[] begun(Exchange exchange, Instant now) {
    return Json.written(line -> {
      line.writeStartObject();
      request(line, exchange, "ResponseStarted", now);
      line.writeEndObject();
    });
  }

  /** A request that was answered after so many nanoseconds. */
  static byte[] done(Exchange exchange, Instant now, long nanos) {
    return Json.written(line -> {
      line.writeStartObject();
      request(line, exchange, "ResponseComplete", now.minus(Duration.ofNanos(nanos)));
      line.writeNumberField("code", exchange.code());
      line.writeNumberField("seconds", Math.round(nanos / 1e3) / 1e6);
      if (exchange.code() == 403) {
        line.writeStringField("decision", "forbid");
      }
      line.writeEndObject();
    });
  }

  private static void request(JsonGenerator line, Exchange exchange, String stage, Instant since)
      throws IOException {
    line.writeStringField("time", since.toString());
    line.writeStringField("stage", stage);
    unlessEmpty(line, "cluster", exchange.path().cluster());
    Authentication.@Nullable Identity identity = exchange.identity();
    if (identity != null) {
      person(line, "user", identity.real());
      if (identity.isImpersonated()) {
        person(line, "impersonatedUser", identity.caller());
      }
    }
    line.writeStringField("source", exchange.remoteHost());
    text(line, "userAgent", exchange.header(HeaderNames.USER_AGENT));
    line.writeStringField("method", exchange.method());
    text(line, "uri", exchange.uri());
    switch (exchange.deed()) {
      case Deed.OnResource on -> {
        line.writeStringField("verb", on.verb());
        line.writeObjectFieldStart("object");
        text(line, "group", on.group());
        text(line, "resource", on.resource());
        unlessEmpty(line, "subresource", on.part());
        unlessEmpty(line, "namespace", on.namespace());
        unlessEmpty(line, "name", on.name());
        line.writeEndObject();
      }
      case Deed.OnPath on -> line.writeStringField("verb", on.verb());
      case null -> {}
    }
  }

  private static void person(JsonGenerator line, String field, Caller caller) throws IOException {
    line.writeObjectFieldStart(field);
    text(line, "name", caller.name());
    line.writeArrayFieldStart("groups");
    int count = 0;
    for (String group : caller.groups()) {
      if (count++ == MAX_GROUPS) {
        break;
      }
      line.writeString(shortened(group));
    }
    line.writeEndArray();
    line.writeEndObject();
  }

  private static void unlessEmpty(JsonGenerator line, String field, String value)
      throws IOException {
    if (!value.isEmpty()) {
      text(line, field, value);
    }
  }

  private static void text(JsonGenerator line, String field, String value) throws IOException {
    line.writeStringField(field, shortened(value));
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }
}
