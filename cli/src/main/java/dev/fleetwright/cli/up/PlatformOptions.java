package dev.fleetwright.cli.up;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.Senders;
import dev.fleetwright.cli.terminal.LoopbackPort;
import dev.fleetwright.model.Checked;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code up} and {@code demo} have in common. */
final class PlatformOptions {

  private static final int USUAL_PORT = 7443;

  @Option(
      names = "--clusters",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many workload clusters, cluster1 to clusterN (${DEFAULT-VALUE}).")
  int clusters = 3;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "-1",
      description = "The API server's port; default 7443, or any free one where that is taken.")
  int port = -1;

  @Option(
      names = "--listen",
      paramLabel = "ADDR",
      defaultValue = ListenAddress.LOOPBACK,
      description =
          "The address of this machine that the API server listens on (${DEFAULT-VALUE}); another"
              + " one lets other machines in.")
  String listen = ListenAddress.LOOPBACK;

  @Option(
      names = "--workload-delay",
      paramLabel = "MS",
      defaultValue = "500",
      description = "Milliseconds until a simulated workload is available (${DEFAULT-VALUE}).")
  int delayMillis = 500;

  @Option(
      names = "--amqp",
      paramLabel = "URI",
      defaultValue = "${env:FLEETWRIGHT_AMQP:-}",
      description =
          "A RabbitMQ to use, amqps://user@host/vhost?passwordfile=FILE&cacertfile=FILE; default:"
              + " FLEETWRIGHT_AMQP, else the embedded broker.")
  String amqp = "";

  @Mixin private SenderOptions senders = new SenderOptions();

  Senders senders() {
    BrokerAddress own = rabbit();
    return own == null ? Senders.anybody() : senders.with(own);
  }

  /** The RabbitMQ that was named; null for the embedded broker. */
  @Nullable BrokerAddress rabbit() {
    return amqp.isEmpty() ? null : BrokerAddress.parse(amqp).orThrow();
  }

  /** What is wrong with the values; empty when nothing is. */
  String mistake() {
    if (clusters < 1 || clusters > 1_000) {
      return "--clusters must be from 1 to 1000, not " + clusters;
    }
    if (port < -1 || port > 65_535) {
      return "--port must be from 0 to 65535, not " + port;
    }
    if (ListenAddress.parse(listen) instanceof Checked.Invalid(var problems)) {
      return "--listen: " + problems.getFirst().message() + "; " + problems.getFirst().nextStep();
    }
    if (!amqp.isEmpty() && BrokerAddress.parse(amqp) instanceof Checked.Invalid(var problems)) {
      return "--amqp: " + String.join("; ", problems.stream().map(one -> one.message()).toList());
    }
    if (senders.isGiven() && amqp.isEmpty()) {
      return "--sender needs --amqp: the embedded broker has one user";
    }
    return delayMillis < 0 ? "--workload-delay must not be negative" : "";
  }

  int chosenPort() {
    if (port >= 0) {
      return port;
    }
    return LoopbackPort.obstacle(address().address(), USUAL_PORT).isEmpty() ? USUAL_PORT : 0;
  }

  ListenAddress address() {
    return ListenAddress.parse(listen).orThrow();
  }

  Duration workloadDelay() {
    return Duration.ofMillis(delayMillis);
  }
}
