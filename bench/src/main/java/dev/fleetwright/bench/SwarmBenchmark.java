package dev.fleetwright.bench;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.EmbeddedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Commands until their confirmation with 1, 10 and 100 swarms in flight, and status deltas from a
 * sender to the orchestrator's state, against the raw client with the same bytes on the same
 * broker; on the embedded broker, and on RabbitMQ where the environment names one.
 */
final class SwarmBenchmark {

  private static final String RABBIT_VARIABLE = "FLEETWRIGHT_TEST_RABBITMQ";
  private static final int[] IN_FLIGHT = {1, 10, 100};
  private static final int ROUNDS = 9;
  private static final int WARM_UP = 3;

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
    // By turns, so that other work on the machine meets both alike; the middle one of the ratios.
    List<Double> raw = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      double bare;
      double all;
      try (StatusStream.Raw one = new StatusStream.Raw(address)) {
        bare = one.perSecond();
      }
      try (StatusStream.Ours one = new StatusStream.Ours(address)) {
        all = one.perSecond();
      }
      if (round >= 0) {
        raw.add(bare);
        ours.add(all);
        ratios.add(all / bare);
      }
    }
    System.out.printf("%-34s %12s %n", "status deltas, sent and consumed", "per second");
    System.out.printf(Locale.ROOT, "%-34s %,12.0f%n", "raw client, with confirms", median(raw));
    System.out.printf(
        Locale.ROOT,
        "%-34s %,12.0f   %.2f of the raw rate, the median of %d rounds%n",
        "checked, into the orchestrator",
        median(ours),
        median(ratios),
        ROUNDS);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
