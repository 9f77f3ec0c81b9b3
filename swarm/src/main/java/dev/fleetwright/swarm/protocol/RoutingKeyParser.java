package dev.fleetwright.swarm.protocol;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads a routing key segment by segment, so that the first wrong one can be pointed at. */
final class RoutingKeyParser {

  private final String text;
  private final List<String> segments;

  private RoutingKeyParser(String text) {
    this.text = text;
    this.segments = Arrays.asList(text.split("\\.", -1));
  }

  static Checked<RoutingKey> parse(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > RoutingKey.LONGEST) {
      return Checked.invalid(
          KeySegment.invalid(
              "the routing key has " + bytes + " bytes; at most 255 can be sent",
              "use shorter names",
              text.substring(0, Math.min(text.length(), 80))));
    }
    return new RoutingKeyParser(text).key();
  }

  private Checked<RoutingKey> key() {
    return switch (segments.getFirst()) {
      case "sig" -> signal();
      case "ev" -> event();
      default -> unknown(0, "starts with neither sig nor ev", List.of("sig", "ev"));
    };
  }

  private Checked<RoutingKey> signal() {
    Optional<SignalName> name = SignalName.of(segment(1));
    if (name.isEmpty()) {
      return unknown(1, "names no signal", signalNames(Stream.of(SignalName.values())));
    }
    SignalName signal = name.get();
    return signal.addressesSwarm()
        ? names(2, 1, () -> new RoutingKey.SwarmSignal(signal, segment(2)))
        : names(2, 2, () -> new RoutingKey.ComponentSignal(signal, segment(2), segment(3)));
  }

  private Checked<RoutingKey> event() {
    return switch (segment(1)) {
      case "ready" -> ready();
      case "error" -> error();
      case "swarm-created" -> names(2, 1, () -> new RoutingKey.SwarmCreated(segment(2)));
      case "status-full" -> status(StatusKind.FULL);
      case "status-delta" -> status(StatusKind.DELTA);
      default ->
          unknown(
              1,
              "names no event",
              List.of("ready", "error", "swarm-created", "status-full", "status-delta"));
    };
  }

  private Checked<RoutingKey> status(StatusKind kind) {
    return names(2, 2, () -> new RoutingKey.Status(kind, segment(2), segment(3)));
  }

  private Checked<RoutingKey> ready() {
    String what = segment(2);
    if (what.equals(RoutingKey.CONTROLLER_ROLE)) {
      return names(3, 1, () -> new RoutingKey.ControllerReady(segment(3)));
    }
    return confirmation(
        what,
        name -> name != SignalName.SWARM_CREATE,
        signal -> names(3, 1, () -> new RoutingKey.SwarmReady(signal, segment(3))),
        () -> names(3, 2, () -> new RoutingKey.ConfigReady(segment(3), segment(4))));
  }

  private Checked<RoutingKey> error() {
    return confirmation(
        segment(2),
        _ -> true,
        signal -> names(3, 1, () -> new RoutingKey.SwarmError(signal, segment(3))),
        () -> names(3, 2, () -> new RoutingKey.ConfigError(segment(3), segment(4))));
  }

  private Checked<RoutingKey> confirmation(
      String what,
      java.util.function.Predicate<SignalName> allowed,
      java.util.function.Function<SignalName, Checked<RoutingKey>> ofSwarm,
      Supplier<Checked<RoutingKey>> ofConfig) {
    Optional<SignalName> name =
        SignalName.of(what).filter(s -> s != SignalName.STATUS_REQUEST).filter(allowed);
    if (name.isEmpty()) {
      return unknown(
          2,
          "confirms no command that has such a confirmation",
          signalNames(
              Stream.of(SignalName.values())
                  .filter(s -> s != SignalName.STATUS_REQUEST)
                  .filter(allowed)));
    }
    return name.get() == SignalName.CONFIG_UPDATE ? ofConfig.get() : ofSwarm.apply(name.get());
  }

  /** The rest of the key: so many names from here, no more. */
  private Checked<RoutingKey> names(int from, int count, Supplier<RoutingKey> make) {
    int missing = from + count - segments.size();
    if (missing != 0) {
      String fixed = String.join(".", segments.subList(0, Math.min(from, segments.size())));
      return Checked.invalid(
          KeySegment.invalid(
                  fixed + " takes " + count + (count == 1 ? " name" : " names"),
                  missing > 0
                      ? "add what is missing: " + (count == 1 ? "the name" : "role and instance")
                      : "names have no dots; remove what follows the last name",
                  text)
              .at(KeySegment.place(text, missing > 0 ? text.length() : offset(from + count), 1)));
    }
    for (int i = from; i < segments.size(); i++) {
      Optional<Problem> problem = KeySegment.problem(segments.get(i), text, offset(i));
      if (problem.isPresent()) {
        return Checked.invalid(problem.get());
      }
    }
    return Checked.valid(make.get());
  }

  private Checked<RoutingKey> unknown(int index, String fault, List<String> known) {
    String written = segment(index);
    String next =
        Suggestion.nearest(written, known)
            .map(name -> "did you mean \"" + name + "\"?")
            .orElse("use one of: " + String.join(", ", known));
    return Checked.invalid(
        KeySegment.invalid("the routing key " + fault, next, text)
            .at(KeySegment.place(text, offset(index), Math.max(1, written.length()))));
  }

  private String segment(int index) {
    return index < segments.size() ? segments.get(index) : "";
  }

  private int offset(int index) {
    int offset = 0;
    for (int i = 0; i < Math.min(index, segments.size()); i++) {
      offset += segments.get(i).length() + 1;
    }
    return Math.min(offset, text.length());
  }

  private static List<String> signalNames(Stream<SignalName> names) {
    return names.map(SignalName::text).toList();
  }
}
