package dev.fleetwright.bench;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.EmbeddedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Commands until their confirmation with 1, 10 and 100 swarms in flight, and status deltas from a
 * sender to the orchestrator's state, against the raw client with the same bytes on the same
 * broker; on the embedded broker, and on RabbitMQ where the environment names one.
 */
final class SwarmBenchmark {

  private static final String RABBIT_VARIABLE = "FLEETWRIGHT_TEST_RABBITMQ";
  private static final int[] IN_FLIGHT = {1, 10, 100};
  private static final int ROUNDS = 9;

  /** Until the compiler is done with both. */
  private static final int WARM_UP = 6;

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
        "%-34s %12s %10s %10s %14s %14s%n",
        "command → confirmation",
        "per second",
        "p50 ms",
        "p99 ms",
        "create p50 ms",
        "create p99 ms");
    for (int swarms : IN_FLIGHT) {
      try (SwarmCommands commands = new SwarmCommands(address)) {
        commands.measure(swarms);
        SwarmCommands.Figures figures = commands.measure(swarms);
        System.out.printf(
            Locale.ROOT,
            "%-34s %,12.0f %10.1f %10.1f %14.1f %14.1f%n",
            swarms + (swarms == 1 ? " swarm" : " swarms") + " in flight",
            figures.perSecond(),
            figures.others().p50Millis(),
            figures.others().p99Millis(),
            figures.creations().p50Millis(),
            figures.creations().p99Millis());
      }
    }
    // By turns, so that other work on the machine meets both alike; the middle one of the ratios.
    List<StatusStream.Rate> raw = new ArrayList<>();
    List<StatusStream.Rate> ours = new ArrayList<>();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      StatusStream.Rate bare;
      StatusStream.Rate all;
      try (StatusStream.Raw one = new StatusStream.Raw(address)) {
        bare = one.measure();
      }
      try (StatusStream.Ours one = new StatusStream.Ours(address)) {
        all = one.measure();
      }
      if (round >= 0) {
        raw.add(bare);
        ours.add(all);
      }
    }
    System.out.printf(
        "%-34s %12s %10s%n", "status deltas, sent and consumed", "per second", "CPU µs");
    print("raw client, with confirms", raw);
    print("checked, into the orchestrator", ours);
    System.out.printf(
        Locale.ROOT,
        "%.2f of the raw rate, %.2f of its work for the processor: medians of %d rounds%n",
        median(ROUNDS, i -> ours.get(i).perSecond() / raw.get(i).perSecond()),
        median(ROUNDS, i -> raw.get(i).cpuMicros() / ours.get(i).cpuMicros()),
        ROUNDS);
  }

  private static void print(String name, List<StatusStream.Rate> rates) {
    System.out.printf(
        Locale.ROOT,
        "%-34s %,12.0f %10.1f%n",
        name,
        median(rates.size(), i -> rates.get(i).perSecond()),
        median(rates.size(), i -> rates.get(i).cpuMicros()));
  }

  private static double median(int count, IntToDoubleFunction value) {
    return IntStream.range(0, count).mapToDouble(value).sorted().toArray()[count / 2];
  }
}
