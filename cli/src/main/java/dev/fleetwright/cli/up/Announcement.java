package dev.fleetwright.cli.up;

import dev.fleetwright.cli.terminal.Console;
import java.nio.file.Path;
import java.util.List;

/** What people need to know when everything runs: addresses, files, the next command. */
final class Announcement {

  private static final int SHOWN = 5;

  private Announcement() {}

  static void print(Console console, Platform platform, Path data, long nanos) {
    console.out().printf("%s Fleetwright is up after %.1f s%n", console.green("✓"), nanos / 1e9);
    console.out().println("  API server   " + platform.address());
    console.out().println("  clusters     " + clusters(platform.clusters()));
    console
        .out()
        .println("  kubeconfig   " + platform.kubeconfig() + "  (contexts hub and each cluster)");
    console.out().println("  broker       " + platform.brokerAddress() + "  (AMQP 0-9-1)");
    console.out().println("  log          " + data.resolve("fleetwright.log"));
    console.out().flush();
  }

  /** What it means that other machines can reach it. */
  static void open(Console console, Path data) {
    console
        .err()
        .println(
            console.yellow("!")
                + " other machines reach the API server now. Each request needs a token, and the"
                + " kubeconfig above may do everything: do not hand it out.");
    console
        .err()
        .println(
            "  For somebody else:  fleetwright kubeconfig alice --data "
                + TourPlace.quoted(data.toString())
                + " > alice.kubeconfig");
    console
        .err()
        .println(
            "  The embedded broker stays on this machine; agents elsewhere need  --amqp  with a"
                + " RabbitMQ.");
  }

  /** What to do with an empty platform. */
  static void next(Console console, Platform platform) {
    console.out().println("Next:");
    console
        .out()
        .println("  export KUBECONFIG=" + TourPlace.quoted(platform.kubeconfig().toString()));
    console.out().println("  fleetwright apply -f examples/demo && fleetwright status --watch");
    console.out().println("Ctrl-C stops everything.");
    console.out().flush();
  }

  private static String clusters(List<String> names) {
    return names.size() <= SHOWN
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, SHOWN)) + " and " + (names.size() - SHOWN) + " more";
  }
}
