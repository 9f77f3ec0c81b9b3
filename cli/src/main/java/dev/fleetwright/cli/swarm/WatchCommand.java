package dev.fleetwright.cli.swarm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.cli.bus.Bus;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
    name = "watch",
    description = "Show what is said on ph.control, as it is said, until Ctrl-C.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright swarm watch --swarm hive",
      "  fleetwright swarm watch --no-status -o json",
      "",
      "→ is a command, ✓ a success, ✗ an error or an invalid message, ! a swarm in trouble, · a"
          + " status."
    })
final class WatchCommand extends OnlineCommand {

  enum Format {
    text,
    json
  }

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  @Option(
      names = "--swarm",
      paramLabel = "ID",
      description = "Only what is about this swarm; may be given again.")
  private List<String> swarms = new ArrayList<>();

  @Option(names = "--no-status", description = "Leave the statuses out.")
  private boolean noStatus;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "0",
      description = "End after so many messages.")
  private int count;

  @Option(
      names = "--for",
      paramLabel = "S",
      defaultValue = "0",
      description = "End after so many seconds.")
  private int seconds;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.text;

  WatchCommand(Console console) {
    super(console);
  }

  @Override
  int run() throws IOException, InterruptedException {
    if (count < 0 || seconds < 0) {
      throw new ParameterException(spec.commandLine(), "--count and --for must not be negative");
    }
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    int shown = 0;
    try (Bus bus = Bus.listening(server.broker(), Bus.EVERYTHING)) {
      console.err().println("watching ph.control; Ctrl-C ends");
      console.err().flush();
      while (seconds == 0 || System.nanoTime() - end < 0) {
        Optional<Bus.Heard> heard = bus.next(LOOK);
        if (heard.isPresent() && isWanted(heard.get())) {
          print(heard.get());
          shown++;
          if (count > 0 && shown == count) {
            break;
          }
        }
        // A reader that has gone, such as head, ends it.
        if (console.out().checkError()) {
          break;
        }
      }
    }
    return ExitCode.YES;
  }

  private boolean isWanted(Bus.Heard heard) {
    return switch (heard.message()) {
      case Checked.Valid<Message>(Message message) ->
          !(noStatus && isStatus(message.body()))
              && (swarms.isEmpty()
                  || swarms.contains(String.valueOf(MessageText.swarmOf(message))));
      case Checked.Invalid<Message> _ ->
          swarms.isEmpty() || swarms.stream().anyMatch(heard.key()::contains);
    };
  }

  private static boolean isStatus(Envelope body) {
    return body instanceof Envelope.Aggregate || body instanceof Envelope.ComponentStatus;
  }

  private void print(Bus.Heard heard) {
    console.out().println(format == Format.json ? json(heard) : text(heard));
    console.out().flush();
  }

  private String text(Bus.Heard heard) {
    String time = console.dim(TIME.format(heard.at()));
    return switch (heard.message()) {
      case Checked.Valid<Message>(Message message) ->
          time + "  " + MessageText.line(console, message);
      case Checked.Invalid<Message>(List<Problem> problems) ->
          time
              + "  "
              + console.red("✗ invalid")
              + "  "
              + MessageText.printable(heard.key())
              + "  "
              + MessageText.printable(
                  String.join("; ", problems.stream().map(Problem::message).toList()));
    };
  }

  private static String json(Bus.Heard heard) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("at", Instant.ofEpochMilli(heard.at().toEpochMilli()).toString());
    line.put("key", heard.key());
    switch (heard.message()) {
      case Checked.Valid<Message>(Message message) -> {
        JsonNode body = message.toJson().path("body");
        line.put("valid", true).set("body", body);
      }
      case Checked.Invalid<Message>(List<Problem> problems) -> {
        var reasons = line.put("valid", false).putArray("problems");
        problems.forEach(problem ->
            reasons
                .addObject()
                .put("code", problem.code())
                .put("path", problem.path())
                .put("message", problem.message()));
      }
    }
    return new String(Json.write(line), StandardCharsets.UTF_8);
  }
}
