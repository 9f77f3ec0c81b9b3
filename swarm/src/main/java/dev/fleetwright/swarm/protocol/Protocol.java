package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.io.IOException;
import java.util.List;

/**
 * The only way from messages to bytes and back. Both ways everything is checked against the
 * AsyncAPI file: the key, the body, their agreement, and whether this actor sends or receives it at
 * all.
 */
public final class Protocol {

  /** No body of the control plane needs more; manifests do not travel on the bus. */
  public static final int LARGEST_BODY = 256 * 1024;

  private final AsyncApi file;
  private final Remembered<RoutingKey> keys = new Remembered<>();

  public Protocol(AsyncApi file) {
    this.file = file;
  }

  public static Protocol bundled() {
    return new Protocol(AsyncApi.bundled());
  }

  /** The bytes of a message that this actor sends. */
  public Checked<Wire> encode(Actor sender, Message message) {
    JsonNode body = EnvelopeJson.write(message.body());
    String key = message.key().text();
    List<Problem> problems = file.check(sender, AsyncApi.Direction.SEND, key, body);
    if (!problems.isEmpty()) {
      return Checked.invalid(problems);
    }
    byte[] bytes = Json.write(body);
    return bytes.length > LARGEST_BODY
        ? Checked.invalid(tooLarge(bytes.length))
        : Checked.valid(new Wire(key, bytes));
  }

  /** What this actor received; every reason at once when it is not a message for it. */
  public Checked<Message> decode(Actor receiver, String key, byte[] bytes) {
    if (bytes.length > LARGEST_BODY) {
      return Checked.invalid(tooLarge(bytes.length));
    }
    return switch (keys.of(key, RoutingKey::parse)) {
      case Checked.Invalid<RoutingKey>(List<Problem> problems) -> Checked.invalid(problems);
      case Checked.Valid<RoutingKey>(RoutingKey parsed) -> decode(receiver, parsed, key, bytes);
    };
  }

  private Checked<Message> decode(Actor receiver, RoutingKey key, String text, byte[] bytes) {
    JsonNode body;
    try {
      body = Json.read(bytes);
    } catch (JsonProcessingException e) {
      return Checked.invalid(notJson(e.getOriginalMessage()));
    } catch (IOException e) {
      return Checked.invalid(notJson(String.valueOf(e.getMessage())));
    }
    List<Problem> problems = file.check(receiver, AsyncApi.Direction.RECEIVE, text, body);
    return problems.isEmpty()
        ? Checked.valid(new Message(key, EnvelopeJson.read(key, body)))
        : Checked.invalid(problems);
  }

  private static Problem notJson(String reason) {
    String first = reason.lines().findFirst().orElse("");
    return new Problem(
        "not-json",
        "",
        "the body is not JSON: " + (first.length() > 200 ? first.substring(0, 200) : first),
        "send one JSON object in UTF-8");
  }

  private static Problem tooLarge(int size) {
    return new Problem(
        "body-too-large",
        "",
        "the body has " + size + " bytes; at most " + LARGEST_BODY + " are taken",
        "refer to large content instead of sending it");
  }
}
