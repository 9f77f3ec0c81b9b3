package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The AsyncAPI file as a validator: which keys exist, which body each has, and who may send and
 * receive it. Built once from the file itself, so the file cannot say one thing and the program do
 * another.
 */
public final class AsyncApi {

  /** What an actor does with a message. */
  public enum Direction {
    SEND,
    RECEIVE
  }

  private static final String BODY_LOCATION = "$message.payload#/";

  /**
   * One part of an address: fixed text, or a parameter with its grammar and its place in bodies.
   */
  private record Part(
      @Nullable String fixed, @Nullable JsonSchema grammar, List<String> location) {}

  private record Channel(
      String id,
      String address,
      List<Part> parts,
      JsonSchema body,
      Map<Direction, Set<Actor>> actors) {

    long fixedParts() {
      return parts.stream().filter(part -> part.fixed != null).count();
    }

    private boolean matches(String[] segments) {
      if (segments.length != parts.size() || !hasFixedParts(segments)) {
        return false;
      }
      for (int i = 0; i < segments.length; i++) {
        JsonSchema grammar = parts.get(i).grammar;
        if (grammar != null && !grammar.accepts(TextNode.valueOf(segments[i]))) {
          return false;
        }
      }
      return true;
    }

    private boolean hasFixedParts(String[] segments) {
      for (int i = 0; i < segments.length; i++) {
        String fixed = parts.get(i).fixed;
        if (fixed != null && !fixed.equals(segments[i])) {
          return false;
        }
      }
      return true;
    }
  }

  /** A channel with the parts of a key that belongs to it. */
  private record Match(Channel channel, List<String> segments) {}

  private final List<Channel> channels;
  private final Remembered<Match> matches = new Remembered<>();

  /** Of two channels that match a key, the one with more fixed parts is meant: it comes first. */
  private AsyncApi(List<Channel> channels) {
    this.channels =
        channels.stream().sorted(Comparator.comparingLong(Channel::fixedParts).reversed()).toList();
  }

  /** The file that belongs to this program. */
  public static AsyncApi bundled() {
    try (InputStream file = AsyncApi.class.getResourceAsStream("asyncapi.yaml")) {
      if (file == null) {
        throw new IllegalStateException("asyncapi.yaml is not in the jar");
      }
      return read(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static AsyncApi read(InputStream yaml) {
    LoadSettings settings = LoadSettings.builder().setAllowDuplicateKeys(false).build();
    Object root = new Load(settings).loadFromInputStream(yaml);
    Map<?, ?> document = References.map(root, "asyncapi.yaml");
    if (!String.valueOf(document.get("asyncapi")).startsWith("3.")) {
      throw new IllegalArgumentException("asyncapi.yaml: only AsyncAPI 3 is read");
    }
    JsonSchema.Compiler schemas = new JsonSchema.Compiler(document);
    Map<String, Map<Direction, Set<Actor>>> actors = actors(document);
    List<Channel> channels = new ArrayList<>();
    References.map(document, "channels")
        .forEach((id, channel) ->
            channels.add(
                channel(
                    document,
                    schemas,
                    String.valueOf(id),
                    References.map(channel, "channels/" + id),
                    actors.getOrDefault(String.valueOf(id), Map.of()))));
    return new AsyncApi(List.copyOf(channels));
  }

  /** The addresses of all channels, e.g. {@code sig.swarm-start.{swarmId}}. */
  public List<String> addresses() {
    return channels.stream().map(Channel::address).toList();
  }

  /** Everything that keeps this actor from sending or receiving this; empty when nothing does. */
  public List<Problem> check(Actor actor, Direction direction, String key, JsonNode body) {
    return switch (matches.of(key, this::match)) {
      case Checked.Valid<Match>(Match match) -> check(actor, direction, match, body);
      case Checked.Invalid<Match>(List<Problem> problems) -> problems;
    };
  }

  private static List<Problem> check(Actor actor, Direction direction, Match match, JsonNode body) {
    Channel channel = match.channel;
    List<String> segments = match.segments;
    List<Problem> problems = new ArrayList<>(0);
    if (!channel.actors.getOrDefault(direction, Set.of()).contains(actor)) {
      problems.add(
          new Problem(
              "wrong-actor",
              "",
              "the "
                  + actor.text()
                  + (direction == Direction.SEND ? " does not send " : " does not receive ")
                  + channel.address,
              "see the operations in docs/spec/asyncapi.yaml"));
    }
    channel.body.check(body, "", problems);
    for (int i = 0; i < segments.size(); i++) {
      checkAgreement(channel.parts.get(i), segments.get(i), body, problems);
    }
    return List.copyOf(problems);
  }

  /** Whether the file describes the key. */
  public Checked<String> checkKey(String key) {
    return matches.of(key, this::match).map(match -> match.channel.address);
  }

  private Checked<Match> match(String key) {
    String[] segments = key.split("\\.", -1);
    return channels.stream()
        .filter(channel -> channel.matches(segments))
        .findFirst()
        .<Checked<Match>>map(channel -> Checked.valid(new Match(channel, List.of(segments))))
        .orElseGet(() -> Checked.invalid(undescribed(key)));
  }

  private static Problem undescribed(String key) {
    return KeySegment.invalid(
        "no channel of the control plane has this routing key",
        "see the channels in docs/spec/asyncapi.yaml",
        key);
  }

  /** A key and its body must not speak of two different things. */
  private static void checkAgreement(
      Part part, String segment, JsonNode body, List<Problem> problems) {
    if (part.location.isEmpty()) {
      return;
    }
    JsonNode value = body;
    for (String step : part.location) {
      value = value.path(step);
    }
    if (value.isTextual() && !value.asText().equals(segment)) {
      problems.add(
          new Problem(
              "key-and-body-differ",
              String.join(".", part.location),
              "the body says " + value + " and the routing key says \"" + segment + "\"",
              "send both with the same value"));
    }
  }

  private static Channel channel(
      Map<?, ?> document,
      JsonSchema.Compiler schemas,
      String id,
      Map<?, ?> source,
      Map<Direction, Set<Actor>> actors) {
    String address = String.valueOf(source.get("address"));
    Map<?, ?> messages = References.map(source, "messages");
    if (messages.size() != 1) {
      throw new IllegalArgumentException("channels/" + id + ": has one message");
    }
    Map<?, ?> message =
        References.follow(document, messages.values().iterator().next(), "channels/" + id);
    Object payload = References.map(message, "payload").get("$ref");
    Map<?, ?> parameters = References.map(source, "parameters");
    List<Part> parts =
        Arrays.stream(address.split("\\.", -1)).map(p -> part(schemas, parameters, p)).toList();
    return new Channel(id, address, parts, schemas.at(String.valueOf(payload)), actors);
  }

  private static Part part(JsonSchema.Compiler schemas, Map<?, ?> parameters, String text) {
    if (!text.startsWith("{")) {
      return new Part(text, null, List.of());
    }
    Map<?, ?> parameter = References.map(parameters, text.substring(1, text.length() - 1));
    String location = String.valueOf(parameter.get("location"));
    if (!location.startsWith(BODY_LOCATION)) {
      throw new IllegalArgumentException("the parameter " + text + " needs a location in the body");
    }
    return new Part(
        null,
        schemas.at(String.valueOf(parameter.get("x-segment"))),
        List.of(location.substring(BODY_LOCATION.length()).split("/", -1)));
  }

  private static Map<String, Map<Direction, Set<Actor>>> actors(Map<?, ?> document) {
    Map<String, Actor> byText =
        Arrays.stream(Actor.values()).collect(Collectors.toMap(Actor::text, Function.identity()));
    Map<String, Map<Direction, Set<Actor>>> byChannel = new LinkedHashMap<>();
    References.map(document, "operations")
        .forEach((id, value) -> {
          Map<?, ?> operation = References.map(value, "operations/" + id);
          String reference = String.valueOf(References.map(operation, "channel").get("$ref"));
          References.resolve(document, reference);
          Set<Actor> named = EnumSet.noneOf(Actor.class);
          for (String text : References.strings(operation.get("x-actors"), "x-actors")) {
            Actor actor = byText.get(text);
            if (actor == null) {
              throw new IllegalArgumentException("operations/" + id + ": no actor " + text);
            }
            named.add(actor);
          }
          Direction direction =
              switch (String.valueOf(operation.get("action"))) {
                case "send" -> Direction.SEND;
                case "receive" -> Direction.RECEIVE;
                default -> throw new IllegalArgumentException("operations/" + id + ": action");
              };
          byChannel
              .computeIfAbsent(
                  reference.substring(reference.lastIndexOf('/') + 1),
                  _ -> new EnumMap<>(Direction.class))
              .put(direction, named);
        });
    return byChannel;
  }
}
