package dev.fleetwright.cli.sample;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.cli.bus.Bus;
import dev.fleetwright.documents.Bound;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Checked;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The swarm of {@code examples/swarm/plan.yaml}, brought to run in one step: the same three
 * commands that {@code fleetwright swarm create, template, start} send.
 */
public final class SampleSwarm {

  /** Its id, as in the plan. */
  public static final String ID = "hive";

  private static final Duration AGAIN = Duration.ofSeconds(5);

  private SampleSwarm() {}

  /** The plan that comes with the program. */
  public static SwarmPlan plan() throws IOException {
    try (InputStream in = SampleSwarm.class.getResourceAsStream("plan.yaml")) {
      if (in == null) {
        throw new IOException("the plan of the sample swarm is missing from the jar");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      var documents = new DocumentReader().read(new Source("plan.yaml", text));
      Bound<SwarmPlan> bound = SwarmPlan.read(documents.roots().getFirst());
      SwarmPlan plan = bound.value();
      if (plan == null || documents.hasErrors()) {
        throw new IOException("the plan of the sample swarm is wrong: " + bound.problems());
      }
      return plan;
    }
  }

  /**
   * Creates it, gives it its plan and starts it; one that runs already stays as it is.
   *
   * @return the confirmation of the command that failed, or of the last
   * @throws IOException when the broker cannot be reached, or nobody answers in that time
   */
  public static Outcome start(BrokerAddress broker, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    plan.set("plan", plan().toJson());
    try (Bus bus = Bus.listening(broker, Bus.EVENTS)) {
      Outcome outcome = new Outcome.Success(null);
      for (SignalName command :
          new SignalName[] {
            SignalName.SWARM_CREATE, SignalName.SWARM_TEMPLATE, SignalName.SWARM_START
          }) {
        outcome =
            confirmed(bus, command, command == SignalName.SWARM_START ? null : plan, deadline);
        if (!outcome.succeeded()) {
          break;
        }
      }
      return outcome;
    }
  }

  private static Outcome confirmed(
      Bus bus, SignalName command, @Nullable ObjectNode args, long deadline)
      throws IOException, InterruptedException {
    String action = UUID.randomUUID().toString();
    while (System.nanoTime() - deadline < 0) {
      bus.send(signal(command, action, args));
      long again = Math.min(deadline, System.nanoTime() + AGAIN.toNanos());
      while (System.nanoTime() - again < 0) {
        Optional<Outcome> outcome =
            bus.next(Duration.ofNanos(again - System.nanoTime()))
                .flatMap(heard -> outcome(heard, command, action));
        if (outcome.isPresent()) {
          return outcome.get();
        }
      }
    }
    throw new IOException(
        "no confirmation of " + command.text() + " " + ID + " in time; idempotencyKey=" + action);
  }

  private static Message signal(SignalName command, String action, @Nullable ObjectNode args) {
    return new Message(
        new RoutingKey.SwarmSignal(command, ID),
        new Envelope.Signal(
            command,
            Scope.swarm(ID),
            UUID.randomUUID().toString(),
            action,
            UUID.randomUUID().toString(),
            Instant.now(),
            args));
  }

  private static Optional<Outcome> outcome(Bus.Heard heard, SignalName command, String action) {
    if (!(heard.message() instanceof Checked.Valid<Message>(Message message))) {
      return Optional.empty();
    }
    return switch (message.body()) {
      case Envelope.Confirmation c
          when c.signal() == command && c.idempotencyKey().equals(action) ->
          Optional.of(c.outcome());
      case Envelope.Milestone m
          when command == SignalName.SWARM_CREATE && action.equals(m.idempotencyKey()) ->
          Optional.of(new Outcome.Success(m.state()));
      default -> Optional.empty();
    };
  }
}
