package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    description = {
      "Check a message against docs/spec/asyncapi.yaml: its routing key, its body (on stdin), their"
          + " agreement,",
      "and whether the receiver takes it."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm validate sig.swarm-start.swarm-42 < signal.json",
      "",
      "Exits 0 when it is valid, else 1 with every reason."
    })
final class ValidateCommand implements Callable<Integer> {

  enum Format {
    text,
    json,
    yaml
  }

  enum Receiver {
    ORCHESTRATOR(Actor.ORCHESTRATOR),
    CONTROLLER(Actor.SWARM_CONTROLLER),
    COMPONENT(Actor.COMPONENT),
    OBSERVER(Actor.OBSERVER);

    private final Actor actor;

    Receiver(Actor actor) {
      this.actor = actor;
    }

    /** As people write it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Console console;

  @Parameters(paramLabel = "KEY", description = "The routing key.")
  private String key = "";

  @Option(
      names = "--receiver",
      paramLabel = "ROLE",
      defaultValue = "OBSERVER",
      description = "Who is to take it: ${COMPLETION-CANDIDATES}; an observer takes everything.")
  private Receiver receiver = Receiver.OBSERVER;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.text;

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    // One byte more than is allowed is enough to be refused.
    byte[] body = console.in().readNBytes(Protocol.LARGEST_BODY + 1);
    Protocol protocol = Protocol.bundled();
    List<Problem> problems = new ArrayList<>(RoutingKey.parse(key).problems());
    String found = "";
    if (problems.isEmpty()) {
      switch (protocol.decode(receiver.actor, key, body)) {
        case Checked.Valid<Message>(Message message) -> found = MessageText.kind(message);
        case Checked.Invalid<Message>(List<Problem> reasons) -> problems.addAll(reasons);
      }
    }
    print(problems, found);
    return problems.isEmpty() ? ExitCode.YES : ExitCode.NO;
  }

  private void print(List<Problem> problems, String found) {
    if (format == Format.text) {
      if (problems.isEmpty()) {
        console.out().println(console.green("✓") + " valid: " + found);
      } else {
        console.err().print(ProblemText.render(problems));
      }
    } else {
      Map<String, Object> plain = new LinkedHashMap<>();
      plain.put("key", key);
      plain.put("valid", problems.isEmpty());
      plain.put("problems", problems.stream().map(ValidateCommand::plain).toList());
      console.out().print(format == Format.json ? Machine.json(plain) : Machine.yaml(plain));
    }
    console.out().flush();
    console.err().flush();
  }

  private static Map<String, Object> plain(Problem problem) {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("code", problem.code());
    plain.put("path", problem.path());
    plain.put("message", problem.message());
    plain.put("nextStep", problem.nextStep());
    return plain;
  }
}
