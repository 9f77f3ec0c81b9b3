package dev.fleetwright.bench;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.EmbeddedBroker;
import java.util.Locale;

/**
 * Commands until their confirmation with 1, 10 and 100 swarms in flight, and status deltas from a
 * sender to the orchestrator's state, against the raw client with the same bytes on the same
 * broker; on the embedded broker, and on RabbitMQ where the environment names one.
 */
final class SwarmBenchmark {

  private static final String RABBIT_VARIABLE = "FLEETWRIGHT_TEST_RABBITMQ";
  private static final int[] IN_FLIGHT = {1, 10, 100};
  private static final int ROUNDS = 5;

  private SwarmBenchmark() {}

  static void run() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      run("embedded broker", broker.address());
    }
    String rabbit = System.getenv(RABBIT_VARIABLE);
    if (rabbit == null || rabbit.isEmpty()) {
      System.out.println("RabbitMQ: not measured, since " + RABBIT_VARIABLE + " names none");
    } else {
      run("RabbitMQ", BrokerAddress.parse(rabbit).orThrow());
    }
  }

  private static void run(String name, BrokerAddress address) throws Exception {
    System.out.printf("%n%s%n", name);
    System.out.printf(
        "%-34s %12s %10s %10s%n", "command → confirmation", "per second", "p50 ms", "p99 ms");
    for (int swarms : IN_FLIGHT) {
      try (SwarmCommands commands = new SwarmCommands(address)) {
        commands.measure(swarms);
        SwarmCommands.Figures figures = commands.measure(swarms);
        System.out.printf(
            Locale.ROOT,
            "%-34s %,12.0f %10.1f %10.1f%n",
            swarms + (swarms == 1 ? " swarm" : " swarms") + " in flight",
            figures.perSecond(),
            figures.p50Millis(),
            figures.p99Millis());
      }
    }
    // By turns, and the best of each: other work on the machine only ever makes one worse.
    double raw = 0;
    double ours = 0;
    for (int round = 0; round < ROUNDS; round++) {
      try (StatusStream.Raw one = new StatusStream.Raw(address)) {
        raw = Math.max(raw, one.perSecond());
      }
      try (StatusStream.Ours one = new StatusStream.Ours(address)) {
        ours = Math.max(ours, one.perSecond());
      }
    }
    System.out.printf("%-34s %12s %n", "status deltas, sent and consumed", "per second");
    System.out.printf(Locale.ROOT, "%-34s %,12.0f%n", "raw client, with confirms", raw);
    System.out.printf(
        Locale.ROOT,
        "%-34s %,12.0f   %.2f of the raw rate%n",
        "checked, into the orchestrator",
        ours,
        ours / raw);
  }
}
