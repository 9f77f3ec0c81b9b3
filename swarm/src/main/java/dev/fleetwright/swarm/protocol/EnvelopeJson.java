package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Envelopes to JSON and back. Reading assumes a body that the AsyncAPI file has accepted for the
 * key; the key says which envelope it is.
 */
final class EnvelopeJson {

  private static final int MOST_FIELDS = 16;

  private EnvelopeJson() {}

  static ObjectNode write(Envelope envelope) {
    ObjectNode body =
        new ObjectNode(JsonNodeFactory.instance, LinkedHashMap.newLinkedHashMap(MOST_FIELDS));
    switch (envelope) {
      case Envelope.Signal signal -> writeSignal(body, signal);
      case Envelope.Confirmation confirmation -> writeConfirmation(body, confirmation);
      case Envelope.Milestone milestone -> writeMilestone(body, milestone);
      case Envelope.Handshake handshake -> writeHandshake(body, handshake);
      case Envelope.Aggregate aggregate -> writeAggregate(body, aggregate);
      case Envelope.ComponentStatus status -> writeComponentStatus(body, status);
    }
    return body;
  }

  static Envelope read(RoutingKey key, JsonNode body) {
    return switch (key) {
      case RoutingKey.SwarmSignal k -> readSignal(k.signal(), body);
      case RoutingKey.ComponentSignal k -> readSignal(k.signal(), body);
      case RoutingKey.SwarmReady k -> readConfirmation(k.signal(), success(body), body);
      case RoutingKey.SwarmError k -> readConfirmation(k.signal(), failure(body), body);
      case RoutingKey.ConfigReady _ ->
          readConfirmation(SignalName.CONFIG_UPDATE, success(body), body);
      case RoutingKey.ConfigError _ ->
          readConfirmation(SignalName.CONFIG_UPDATE, failure(body), body);
      case RoutingKey.SwarmCreated _ -> readMilestone(body);
      case RoutingKey.ControllerReady _ -> readHandshake(body);
      case RoutingKey.Status k ->
          k.isAggregate() ? readAggregate(k.kind(), body) : readComponentStatus(k.kind(), body);
    };
  }

  private static void writeSignal(ObjectNode body, Envelope.Signal signal) {
    body.put("signal", signal.signal().text());
    writeScope(body, signal.scope());
    body.put("idempotencyKey", signal.idempotencyKey());
    body.put("correlationId", signal.correlationId());
    body.put("messageId", signal.messageId());
    body.put("timestamp", signal.timestamp().toString());
    put(body, "args", signal.args());
  }

  private static Envelope readSignal(SignalName name, JsonNode body) {
    return new Envelope.Signal(
        name,
        readScope(body),
        required(body, "correlationId"),
        required(body, "idempotencyKey"),
        required(body, "messageId"),
        time(required(body, "timestamp")),
        body.get("args"));
  }

  private static void writeConfirmation(ObjectNode body, Envelope.Confirmation confirmation) {
    body.put("result", confirmation.outcome().succeeded() ? "success" : "error");
    body.put("signal", confirmation.signal().text());
    writeScope(body.putObject("scope"), confirmation.scope());
    switch (confirmation.outcome()) {
      case Outcome.Success(SwarmState state) -> put(body, "state", state);
      case Outcome.Failure failure -> {
        put(body, "state", failure.state());
        body.put("code", failure.code());
        body.put("message", failure.message());
        put(body, "phase", failure.phase());
        if (failure.retryable() != null) {
          body.put("retryable", failure.retryable());
        }
        put(body, "details", failure.details());
      }
    }
    body.put("idempotencyKey", confirmation.idempotencyKey());
    body.put("correlationId", confirmation.correlationId());
    put(body, "originalCorrelationId", confirmation.originalCorrelationId());
    put(body, "messageId", confirmation.messageId());
    body.put("ts", confirmation.ts().toString());
  }

  private static Envelope readConfirmation(SignalName name, Outcome outcome, JsonNode body) {
    return new Envelope.Confirmation(
        name,
        readScope(body.path("scope")),
        outcome,
        required(body, "correlationId"),
        required(body, "idempotencyKey"),
        eventTime(body),
        text(body, "messageId"),
        text(body, "originalCorrelationId"));
  }

  private static Outcome success(JsonNode body) {
    return new Outcome.Success(state(body));
  }

  private static Outcome failure(JsonNode body) {
    return new Outcome.Failure(
        required(body, "code"),
        required(body, "message"),
        text(body, "phase"),
        flag(body, "retryable"),
        body.get("details"),
        state(body));
  }

  private static void writeMilestone(ObjectNode body, Envelope.Milestone milestone) {
    body.put("milestone", "swarm-created");
    body.put("swarmId", milestone.swarmId());
    put(body, "state", milestone.state());
    put(body, "correlationId", milestone.correlationId());
    put(body, "idempotencyKey", milestone.idempotencyKey());
    put(body, "messageId", milestone.messageId());
    put(body, "timestamp", milestone.timestamp());
  }

  private static Envelope readMilestone(JsonNode body) {
    return new Envelope.Milestone(
        required(body, "swarmId"),
        state(body),
        text(body, "correlationId"),
        text(body, "idempotencyKey"),
        text(body, "messageId"),
        optionalEventTime(body));
  }

  private static void writeHandshake(ObjectNode body, Envelope.Handshake handshake) {
    body.put("role", RoutingKey.CONTROLLER_ROLE);
    body.put("instance", handshake.instance());
    put(body, "swarmId", handshake.swarmId());
    put(body, "state", handshake.state());
    put(body, "messageId", handshake.messageId());
    put(body, "timestamp", handshake.timestamp());
  }

  private static Envelope readHandshake(JsonNode body) {
    return new Envelope.Handshake(
        required(body, "instance"),
        text(body, "swarmId"),
        state(body),
        text(body, "messageId"),
        optionalEventTime(body));
  }

  /**
   * Status carries its time twice: {@code ts} as in the examples, {@code timestamp} as normative.
   */
  private static void writeAggregate(ObjectNode body, Envelope.Aggregate aggregate) {
    String time = aggregate.ts().toString();
    body.put("ts", time);
    body.put("timestamp", time);
    body.put("role", RoutingKey.CONTROLLER_ROLE);
    body.put("instance", aggregate.instance());
    body.put("kind", aggregate.kind().text());
    body.put("state", aggregate.state().text());
    Totals totals = aggregate.totals();
    body.putObject("totals")
        .put("desired", totals.desired())
        .put("healthy", totals.healthy())
        .put("running", totals.running())
        .put("enabled", totals.enabled());
    body.put("watermark", aggregate.watermark().toString());
    body.put("maxStalenessSec", aggregate.maxStalenessSec());
    put(body, "swarmId", aggregate.swarmId());
    put(body, "templateHash", aggregate.templateHash());
    if (aggregate.sequence() != null) {
      body.put("sequence", aggregate.sequence());
    }
    put(body, "messageId", aggregate.messageId());
    put(body, "correlationId", aggregate.correlationId());
  }

  private static Envelope readAggregate(StatusKind kind, JsonNode body) {
    JsonNode totals = body.path("totals");
    JsonNode sequence = body.get("sequence");
    return new Envelope.Aggregate(
        kind,
        required(body, "instance"),
        eventTime(body),
        SwarmState.of(required(body, "state")).orElse(SwarmState.UNKNOWN),
        new Totals(
            totals.path("desired").asInt(),
            totals.path("healthy").asInt(),
            totals.path("running").asInt(),
            totals.path("enabled").asInt()),
        time(required(body, "watermark")),
        body.path("maxStalenessSec").asInt(),
        text(body, "swarmId"),
        text(body, "templateHash"),
        sequence == null ? null : sequence.asLong(),
        text(body, "messageId"),
        text(body, "correlationId"));
  }

  private static void writeComponentStatus(ObjectNode body, Envelope.ComponentStatus status) {
    String time = status.ts().toString();
    body.put("ts", time);
    body.put("timestamp", time);
    body.put("role", status.role());
    body.put("instance", status.instance());
    body.put("kind", status.kind().text());
    put(body, "swarmId", status.swarmId());
    put(body, "state", status.state());
    if (status.enabled() != null) {
      body.put("enabled", status.enabled());
    }
    if (status.healthy() != null) {
      body.put("healthy", status.healthy());
    }
    put(body, "appliedConfig", status.appliedConfig());
    put(body, "data", status.data());
    put(body, "messageId", status.messageId());
    put(body, "correlationId", status.correlationId());
  }

  private static Envelope readComponentStatus(StatusKind kind, JsonNode body) {
    return new Envelope.ComponentStatus(
        kind,
        required(body, "role"),
        required(body, "instance"),
        eventTime(body),
        text(body, "swarmId"),
        text(body, "state"),
        flag(body, "enabled"),
        flag(body, "healthy"),
        text(body, "appliedConfig"),
        body.get("data"),
        text(body, "messageId"),
        text(body, "correlationId"));
  }

  private static void writeScope(ObjectNode body, Scope scope) {
    put(body, "swarmId", scope.swarmId());
    put(body, "role", scope.role());
    put(body, "instance", scope.instance());
  }

  private static Scope readScope(JsonNode body) {
    return new Scope(text(body, "swarmId"), text(body, "role"), text(body, "instance"));
  }

  private static void put(ObjectNode body, String name, @Nullable String value) {
    if (value != null) {
      body.put(name, value);
    }
  }

  private static void put(ObjectNode body, String name, @Nullable SwarmState value) {
    if (value != null) {
      body.put(name, value.text());
    }
  }

  private static void put(ObjectNode body, String name, @Nullable Instant value) {
    if (value != null) {
      body.put(name, value.toString());
    }
  }

  private static void put(ObjectNode body, String name, @Nullable JsonNode value) {
    if (value != null) {
      body.set(name, value.deepCopy());
    }
  }

  private static @Nullable String text(JsonNode body, String name) {
    JsonNode value = body.get(name);
    return value == null ? null : value.asText();
  }

  private static String required(JsonNode body, String name) {
    return body.path(name).asText();
  }

  private static @Nullable Boolean flag(JsonNode body, String name) {
    JsonNode value = body.get(name);
    return value == null ? null : value.asBoolean();
  }

  private static @Nullable SwarmState state(JsonNode body) {
    String text = text(body, "state");
    return text == null ? null : SwarmState.of(text).orElse(null);
  }

  private static Instant eventTime(JsonNode body) {
    return time(required(body, body.has("ts") ? "ts" : "timestamp"));
  }

  private static @Nullable Instant optionalEventTime(JsonNode body) {
    return body.has("ts") || body.has("timestamp") ? eventTime(body) : null;
  }

  private static Instant time(String text) {
    return Times.read(text).orElseThrow(() -> new IllegalArgumentException("no time: " + text));
  }
}
