package dev.fleetwright.cli.swarm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.PublishResult;
import dev.fleetwright.cli.bus.Bus;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.KeySegment;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command on one swarm: sends it, and waits for its confirmation. */
abstract class SwarmAction implements Callable<Integer> {

  private static final int LONGEST_KEY = 255;

  enum Format {
    text,
    json
  }

  final Console console;
  private final SignalName signal;

  @Mixin ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The swarm.")
  String id = "";

  @Option(names = "--no-wait", description = "Return when the command is on its way.")
  private boolean noWait;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "240",
      description = "Seconds to wait for the confirmation (${DEFAULT-VALUE}).")
  private int timeoutSeconds = 240;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description =
          "The key of an earlier attempt: it is not carried out twice, and its outcome is told"
              + " again.")
  private @Nullable String idempotencyKey;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.text;

  SwarmAction(Console console, SignalName signal) {
    this.console = console;
    this.signal = signal;
  }

  /** What the signal carries; adds what is wrong. Called once. */
  @Nullable ObjectNode args(List<Problem> problems) throws IOException {
    return null;
  }

  /** Where the signal goes; a command on the whole swarm unless stated. */
  RoutingKey key() {
    return new RoutingKey.SwarmSignal(signal, id);
  }

  Scope scope() {
    return Scope.swarm(id);
  }

  /** What the command does to a swarm of a world; by default a signal, as to any other. */
  Optional<WorldCommand.Wish> wishForWorld() {
    return Optional.empty();
  }

  @Override
  public final Integer call() throws InterruptedException {
    try {
      return run();
    } catch (IOException e) {
      console.err().println(name() + ": " + e.getMessage());
      console.err().println("Next: is  fleetwright up  running? Name its folder with --data");
      return ExitCode.NO;
    } catch (KubernetesClientException e) {
      console
          .err()
          .println(name() + ": the API server cannot be asked: " + firstLine(e.getMessage()));
      return ExitCode.NO;
    }
  }

  private String name() {
    return "fleetwright swarm " + signal.text().replaceFirst("^swarm-", "").replace("-update", "");
  }

  private static String firstLine(@Nullable String text) {
    return String.valueOf(text).lines().findFirst().orElse("");
  }

  private int run() throws IOException, InterruptedException {
    List<Problem> problems = new ArrayList<>(mistakes());
    ObjectNode args = args(problems);
    Optional<WorldCommand.Wish> wish = wishForWorld();
    boolean ofWorld = SwarmId.parse(id).isPresent();
    if (ofWorld && wish.isPresent() && wish.get() instanceof WorldCommand.Wish.Refused refused) {
      problems.add(refused.problem());
    }
    if (!problems.isEmpty()) {
      console.err().print(ProblemText.render(problems));
      return ExitCode.NO;
    }
    Duration timeout = Duration.ofSeconds(timeoutSeconds);
    Report report = new Report(console, format == Format.json, id, signal);
    if (ofWorld && wish.isPresent() && wish.get() instanceof WorldCommand.Wish.State(var state)) {
      return new WorldCommand(server, report, SwarmId.parse(id).orElseThrow(), signal, state)
          .run(noWait, timeout);
    }
    if (signal != SignalName.SWARM_CREATE && isUnknown()) {
      console.err().println(name() + ": there is no swarm " + id);
      console.err().println("Next: fleetwright swarm list");
      return ExitCode.NO;
    }
    return send(args, report, timeout);
  }

  /** The record says so sooner than the orchestrator could; without an API server it is asked. */
  private boolean isUnknown() {
    try (KubernetesClient client = server.kubernetes()) {
      return Records.read(client, id).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private List<Problem> mistakes() {
    List<Problem> problems = new ArrayList<>();
    KeySegment.problem(id).ifPresent(problem -> problems.add(problem.withPath("ID")));
    if (timeoutSeconds < 1) {
      problems.add(
          new Problem("out-of-range", "--timeout", "it must be at least 1 second", "write 60"));
    }
    String given = idempotencyKey;
    if (given != null && (given.isBlank() || given.length() > LONGEST_KEY)) {
      problems.add(
          new Problem(
              "invalid-value",
              "--idempotency-key",
              "a key has 1 to " + LONGEST_KEY + " characters",
              "leave it out for a new one"));
    }
    return problems;
  }

  private int send(@Nullable ObjectNode args, Report report, Duration timeout)
      throws IOException, InterruptedException {
    String action = idempotencyKey == null ? UUID.randomUUID().toString() : idempotencyKey;
    try (Bus bus = Bus.listening(server.broker(), Bus.EVENTS)) {
      String attempt = UUID.randomUUID().toString();
      report.sent(action, attempt);
      PublishResult sent = bus.send(message(action, attempt, args));
      if (sent == PublishResult.UNROUTABLE) {
        throw new IOException("nobody takes this command: there is no hub on the bus");
      }
      if (sent == PublishResult.FAILED) {
        report.refused();
      }
      if (noWait) {
        return notWaited(sent, report);
      }
      Confirmations confirmations =
          new Confirmations(
              bus,
              report,
              id,
              signal,
              action,
              () -> bus.send(message(action, UUID.randomUUID().toString(), args)));
      return confirmations.await(timeout) ? ExitCode.YES : ExitCode.NO;
    }
  }

  private static int notWaited(PublishResult sent, Report report) {
    if (sent == PublishResult.FAILED) {
      report.uncertain();
      return ExitCode.NO;
    }
    report.notWaited();
    return ExitCode.YES;
  }

  private Message message(String action, String attempt, @Nullable ObjectNode args) {
    return new Message(
        key(),
        new Envelope.Signal(
            signal,
            scope(),
            attempt,
            action,
            UUID.randomUUID().toString(),
            Instant.now(),
            args == null || args.isEmpty() ? null : args));
  }

  static ObjectNode newArgs() {
    return JsonNodeFactory.instance.objectNode();
  }
}
