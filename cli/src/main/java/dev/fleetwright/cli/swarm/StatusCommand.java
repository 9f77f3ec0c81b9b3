package dev.fleetwright.cli.swarm;

import dev.fleetwright.amqp.PublishResult;
import dev.fleetwright.cli.bus.Bus;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.KeySegment;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Ask a swarm and its components how they are, now.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm status hive",
      "",
      "Exits 0 when the controller of the swarm answers and all is well with it, else 1."
    })
final class StatusCommand extends OnlineCommand {

  enum Format {
    table,
    json,
    yaml
  }

  @Parameters(paramLabel = "ID", description = "The swarm.")
  private String id = "";

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "5",
      description = "Seconds to wait for answers (${DEFAULT-VALUE}).")
  private int timeoutSeconds = 5;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  private Envelope.@Nullable Aggregate swarm;
  private final Map<String, Envelope.ComponentStatus> components = new TreeMap<>();

  StatusCommand(Console console) {
    super(console);
  }

  @Override
  int run() throws IOException, InterruptedException {
    Optional<Problem> mistake = KeySegment.problem(id);
    if (mistake.isPresent()) {
      console.err().print(ProblemText.render(mistake.get().withPath("ID")));
      return ExitCode.NO;
    }
    Optional<Records> record;
    try (KubernetesClient client = server.kubernetes()) {
      record = Records.read(client, id);
    }
    try (Bus bus = Bus.listening(server.broker(), Bus.EVENTS)) {
      ask(bus, record.flatMap(Records::plan).map(SwarmPlan::members).orElse(List.of()));
    }
    print(record);
    if (swarm == null) {
      console
          .err()
          .println(
              record.isEmpty()
                  ? "there is no swarm " + id + "; see  fleetwright swarm list"
                  : "the controller of " + id + " does not answer");
      return ExitCode.NO;
    }
    return isWell(swarm) ? ExitCode.YES : ExitCode.NO;
  }

  private static boolean isWell(Envelope.Aggregate swarm) {
    return switch (swarm.state()) {
      case FAILED, DEGRADED, UNKNOWN -> false;
      case NEW, PROVISIONING, READY, STARTING, RUNNING, STOPPING, STOPPED, REMOVING, REMOVED ->
          true;
    };
  }

  /** Asks all at once, and ends when all have answered. */
  private void ask(Bus bus, List<SwarmPlan.Member> members)
      throws IOException, InterruptedException {
    Set<String> open = new HashSet<>();
    open.add(request(bus, RoutingKey.CONTROLLER_ROLE, id));
    for (SwarmPlan.Member member : members) {
      open.add(request(bus, member.role(), member.instance()));
    }
    open.remove("");
    long end = System.nanoTime() + Duration.ofSeconds(timeoutSeconds).toNanos();
    while (!open.isEmpty() && System.nanoTime() - end < 0) {
      Optional<Bus.Heard> heard = bus.next(Duration.ofNanos(end - System.nanoTime()));
      if (heard.isPresent()
          && heard.get().message() instanceof Checked.Valid<Message>(Message message)) {
        switch (message.body()) {
          case Envelope.Aggregate a
              when a.correlationId() != null && open.remove(a.correlationId()) ->
              swarm = a;
          case Envelope.ComponentStatus s
              when s.correlationId() != null && open.remove(s.correlationId()) ->
              components.put(s.role() + "." + s.instance(), s);
          default -> {}
        }
      }
    }
  }

  /** The correlationId of the request; empty when nobody is there to answer it. */
  private String request(Bus bus, String role, String instance)
      throws IOException, InterruptedException {
    String attempt = UUID.randomUUID().toString();
    Message message =
        new Message(
            new RoutingKey.ComponentSignal(SignalName.STATUS_REQUEST, role, instance),
            new Envelope.Signal(
                SignalName.STATUS_REQUEST,
                new Scope(id, role, instance),
                attempt,
                attempt,
                UUID.randomUUID().toString(),
                Instant.now(),
                null));
    return bus.send(message) == PublishResult.UNROUTABLE ? "" : attempt;
  }

  private void print(Optional<Records> record) {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("swarmId", id);
    record.ifPresent(known -> plain.putAll(known.plain()));
    Envelope.Aggregate answer = swarm;
    plain.put("state", answer == null ? "Unknown" : answer.state().text());
    if (answer != null) {
      plain.put(
          "totals",
          Map.of(
              "desired", answer.totals().desired(),
              "healthy", answer.totals().healthy(),
              "running", answer.totals().running(),
              "enabled", answer.totals().enabled()));
    }
    switch (format) {
      case json -> console.out().print(Machine.json(withComponents(plain)));
      case yaml -> console.out().print(Machine.yaml(withComponents(plain)));
      case table -> printTable(record, answer);
    }
    console.out().flush();
  }

  private Map<String, Object> withComponents(Map<String, Object> plain) {
    plain.put(
        "components",
        components.values().stream()
            .map(s -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("role", s.role());
              one.put("instance", s.instance());
              one.put("status", MessageText.status(s));
              if (s.appliedConfig() != null) {
                one.put("appliedConfig", s.appliedConfig());
              }
              return one;
            })
            .toList());
    return plain;
  }

  private void printTable(Optional<Records> record, Envelope.@Nullable Aggregate answer) {
    Table table =
        new Table("SWARM", "STATE", "HEALTHY", "RUNNING", "DESIRED", "UNDER WAY", "PROBLEM");
    table.row(
        id,
        answer == null ? "Unknown" : answer.state().text(),
        answer == null ? "-" : answer.totals().healthy() + "/" + answer.totals().desired(),
        answer == null ? "-" : Integer.toString(answer.totals().running()),
        record.map(Records::desired).orElse("-"),
        record.map(Records::underway).orElse("-"),
        record.map(Records::problem).orElse("-"));
    console.out().print(table.render());
    if (!components.isEmpty()) {
      Table parts = new Table("COMPONENT", "STATUS");
      components.forEach((name, status) -> parts.row(name, MessageText.status(status)));
      console.out().println();
      console.out().print(parts.render());
    }
  }
}
