package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** A routing key and the body that belongs to it. */
public record Message(RoutingKey key, Envelope body) {

  /** For storing one; what goes over the wire is made by {@link Protocol}. */
  @JsonValue
  public JsonNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("key", key.text())
        .set("body", EnvelopeJson.write(body));
  }

  /** Reads what {@link #toJson} wrote. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Message fromJson(JsonNode json) {
    RoutingKey key = RoutingKey.parse(json.path("key").asText()).orThrow();
    return new Message(key, EnvelopeJson.read(key, json.path("body")));
  }
}
