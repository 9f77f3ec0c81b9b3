package dev.fleetwright.swarm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class ProtocolTest {

  private static final Protocol PROTOCOL = Protocol.bundled();
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TestFactory
  Stream<DynamicTest> accepts() throws IOException {
    return CaseFiles.in("accept").stream()
        .map(c ->
            DynamicTest.dynamicTest(
                c.name(),
                () -> {
                  Message message =
                      PROTOCOL.decode(c.receiver(), c.key(), Json.write(c.body())).orThrow();
                  assertThat(Message.fromJson(message.toJson())).isEqualTo(message);
                  keepsEveryField(c.body(), message.toJson().path("body"));
                }));
  }

  /**
   * Nothing that was received is lost when it is written again; times may move from ts to
   * timestamp.
   */
  private static void keepsEveryField(JsonNode received, JsonNode written) {
    received
        .properties()
        .forEach(field -> {
          String name = field.getKey();
          if (name.equals("ts") || name.equals("timestamp")) {
            String found = written.path(written.has("ts") ? "ts" : "timestamp").asText();
            assertThat(Instant.parse(found)).isEqualTo(Instant.parse(field.getValue().asText()));
          } else {
            assertThat(written.get(name)).as(name).isEqualTo(field.getValue());
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> rejects() throws IOException {
    return CaseFiles.in("reject").stream()
        .map(c ->
            DynamicTest.dynamicTest(
                c.name(),
                () ->
                    assertThat(
                            PROTOCOL.decode(c.receiver(), c.key(), Json.write(c.body())).problems())
                        .extracting(Problem::code)
                        .containsExactlyInAnyOrderElementsOf(c.problems())));
  }

  @Test
  void bytesThatAreNoMessage() {
    String key = "sig.swarm-start.s";
    for (String body :
        List.of(
            "",
            " ",
            "{",
            "{}}",
            "{} {}",
            "nul",
            "{\"a\":1,\"a\":2}",
            "[".repeat(100_000),
            "\u0000")) {
      List<Problem> problems =
          PROTOCOL
              .decode(Actor.SWARM_CONTROLLER, key, body.getBytes(StandardCharsets.UTF_8))
              .problems();
      assertThat(problems).as(body).extracting(Problem::code).containsExactly("not-json");
    }
    assertThat(PROTOCOL.decode(Actor.SWARM_CONTROLLER, key, new byte[300_000]).problems())
        .extracting(Problem::code)
        .containsExactly("body-too-large");
    assertThat(
            PROTOCOL
                .decode(Actor.SWARM_CONTROLLER, key, new byte[] {(byte) 0xff, (byte) 0xfe, 1})
                .isValid())
        .isFalse();
  }

  @Test
  void theOrderOfFieldsIsNoDifferenceAndAValueIs() throws IOException {
    assertThat(digest("{\"a\":1,\"b\":{\"c\":2,\"d\":3}}"))
        .isEqualTo(digest("{\"b\":{\"d\":3,\"c\":2},\"a\":1}"))
        .isNotEqualTo(digest("{\"a\":1,\"b\":{\"c\":2,\"d\":4}}"))
        .isNotEqualTo(digest("{\"a\":\"1\",\"b\":{\"c\":2,\"d\":3}}"));
    assertThat(Json.digest(null)).isEqualTo(digest("{}"));
  }

  private static String digest(String json) throws IOException {
    return Json.digest(Json.read(json.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Every message that the code can make, one per key type and signal, with the actor that sends
   * it.
   */
  static Map<Message, Actor> everyMessage() {
    return Samples.everyMessage(NOW);
  }

  @Test
  void everyChannelOfTheFileHasAMessageInTheCodeAndTheOtherWayRound() {
    AsyncApi file = AsyncApi.bundled();
    Set<String> reached =
        everyMessage().keySet().stream()
            .map(message -> file.checkKey(message.key().text()).orThrow())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(reached).containsExactlyInAnyOrderElementsOf(file.addresses());
  }

  @Test
  void onlyTheNamedActorSendsAMessage() {
    everyMessage()
        .forEach((message, sender) -> {
          for (Actor actor : Actor.values()) {
            // A controller asks components for their status, and switches them on and off.
            boolean toComponent = message.key() instanceof RoutingKey.ComponentSignal;
            // An orchestrator answers for swarms that are not there, and so have no controller.
            boolean answer =
                message.key() instanceof RoutingKey.SwarmError
                    || message.key() instanceof RoutingKey.SwarmReady;
            boolean allowed =
                actor == sender
                    || (toComponent && actor == Actor.SWARM_CONTROLLER)
                    || (answer && actor == Actor.ORCHESTRATOR);
            assertThat(PROTOCOL.encode(actor, message).isValid())
                .as("%s sends %s", actor, message.key().text())
                .isEqualTo(allowed);
          }
        });
  }

  /** The file rules: take a channel or a field out of it, and the code can no longer use it. */
  @Test
  void whatIsTakenOutOfTheFileIsNeitherSentNorAccepted() throws IOException {
    byte[] yaml = Files.readAllBytes(Path.of("../docs/spec/asyncapi.yaml"));
    for (Map.Entry<Message, Actor> entry : everyMessage().entrySet()) {
      Message message = entry.getKey();
      String key = message.key().text();
      String address = AsyncApi.bundled().checkKey(key).orThrow();
      byte[] wire = PROTOCOL.encode(entry.getValue(), message).orThrow().body();
      ObjectNode document =
          new ObjectMapper()
              .valueToTree(
                  new Load(LoadSettings.builder().build())
                      .loadFromString(new String(yaml, StandardCharsets.UTF_8)));
      ObjectNode channels = (ObjectNode) document.path("channels");
      String id =
          channels
              .propertyStream()
              .filter(channel -> address.equals(channel.getValue().path("address").asText()))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElseThrow();
      channels.remove(id);
      ((ObjectNode) document.path("operations"))
          .properties()
          .removeIf(op -> op.getValue().at("/channel/$ref").asText().equals("#/channels/" + id));
      InputStream without = new ByteArrayInputStream(Json.write(document));
      Protocol poorer = new Protocol(AsyncApi.read(without));
      assertThat(poorer.encode(entry.getValue(), message).isValid()).as(key).isFalse();
      assertThat(poorer.decode(Actor.OBSERVER, key, wire).isValid()).as(key).isFalse();
      assertThat(PROTOCOL.decode(Actor.OBSERVER, key, wire).orThrow()).isEqualTo(message);
    }
  }

  /** Whatever message it is, and wherever in it: a field that the file does not name is refused. */
  @Test
  void aFieldThatTheFileDoesNotNameIsRefusedInEveryMessage() throws IOException {
    for (Map.Entry<Message, Actor> entry : everyMessage().entrySet()) {
      String key = entry.getKey().key().text();
      ObjectNode body =
          (ObjectNode)
              Json.read(PROTOCOL.encode(entry.getValue(), entry.getKey()).orThrow().body());
      assertThat(PROTOCOL.decode(Actor.OBSERVER, key, Json.write(body)).isValid()).isTrue();
      for (String place : List.of("", "/scope", "/totals")) {
        if (body.at(place) instanceof ObjectNode part) {
          part.put("stowaway", 1);
          assertThat(PROTOCOL.decode(Actor.OBSERVER, key, Json.write(body)).problems())
              .as("%s %s", key, place)
              .anyMatch(problem -> problem.code().equals("unknown-field"));
          part.remove("stowaway");
        }
      }
    }
  }

  /** What is sent is made here and nowhere else, so nothing goes out unchecked. */
  @Test
  void onlyTheProtocolMakesWhatCanBeSent() {
    assertThat(Wire.class.getConstructors()).isEmpty();
    assertThat(java.lang.reflect.Modifier.isFinal(Wire.class.getModifiers())).isTrue();
  }

  @Test
  void aKeywordThatIsNotUnderstoodIsNotIgnored() throws IOException {
    String yaml = Files.readString(Path.of("../docs/spec/asyncapi.yaml"));
    String strange = yaml.replaceFirst("format: date-time", "contentEncoding: base64");
    assertThat(strange).isNotEqualTo(yaml);
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(() ->
                AsyncApi.read(new ByteArrayInputStream(strange.getBytes(StandardCharsets.UTF_8)))))
        .hasMessageContaining("contentEncoding");
  }

  @Test
  void anInvalidSignalThatNamesItsIdsIsAnsweredWithEveryReason() throws IOException {
    ObjectNode body = new ObjectMapper().createObjectNode();
    body.put("swarmId", "s").put("correlationId", "c").put("idempotencyKey", "k").put("x", 1);
    byte[] bytes = Json.write(body);
    List<Problem> problems =
        PROTOCOL.decode(Actor.SWARM_CONTROLLER, "sig.swarm-start.s", bytes).problems();
    Optional<Message> answer = Refusal.of("sig.swarm-start.s", bytes, problems, "m", NOW);
    Wire wire = PROTOCOL.encode(Actor.SWARM_CONTROLLER, answer.orElseThrow()).orThrow();
    assertThat(wire.key()).isEqualTo("ev.error.swarm-start.s");
    assertThat(Json.read(wire.body()).path("details")).hasSize(3);
    assertThat(Json.read(wire.body()).path("code").asText()).isEqualTo("invalid-signal");
    assertThat(Refusal.of("sig.swarm-start.s", new byte[] {'{'}, problems, "m", NOW)).isEmpty();
    assertThat(Refusal.of("ev.ready.swarm-start.s", bytes, problems, "m", NOW)).isEmpty();
    assertThat(PROTOCOL.encode(Actor.COMPONENT, answer.get())).isInstanceOf(Checked.Invalid.class);
  }
}
