package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The answer to a signal that is invalid but says enough about itself to be answered. */
public final class Refusal {

  private static final int MOST_REASONS = 20;

  private Refusal() {}

  /**
   * The error confirmation with all reasons; nothing when the key is no command of a swarm, or the
   * body does not give both ids that a confirmation echoes.
   */
  public static Optional<Message> of(
      String key, byte[] body, List<Problem> problems, String messageId, Instant now) {
    if (!(RoutingKey.parse(key) instanceof Checked.Valid<RoutingKey>(RoutingKey parsed))
        || !(parsed instanceof RoutingKey.SwarmSignal(SignalName signal, String swarmId))
        || body.length > Protocol.LARGEST_BODY) {
      return Optional.empty();
    }
    JsonNode json;
    try {
      json = Json.read(body);
    } catch (IOException notJson) {
      return Optional.empty();
    }
    String correlationId = json.path("correlationId").asText();
    String idempotencyKey = json.path("idempotencyKey").asText();
    if (!isId(correlationId) || !isId(idempotencyKey)) {
      return Optional.empty();
    }
    ArrayNode reasons = JsonNodeFactory.instance.arrayNode();
    problems.stream()
        .limit(MOST_REASONS)
        .forEach(problem ->
            reasons
                .addObject()
                .put("code", problem.code())
                .put("path", problem.path())
                .put("message", problem.message()));
    Outcome failure =
        new Outcome.Failure(
            "invalid-signal",
            "the signal is not as docs/spec/asyncapi.yaml describes it",
            "validate",
            false,
            reasons,
            null);
    return Optional.of(
        new Message(
            new RoutingKey.SwarmError(signal, swarmId),
            new Envelope.Confirmation(
                signal,
                Scope.swarm(swarmId),
                failure,
                correlationId,
                idempotencyKey,
                now,
                messageId,
                null)));
  }

  private static boolean isId(String text) {
    return !text.isEmpty() && text.length() <= 255;
  }
}
