package dev.fleetwright.cli.fleet;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.ReconnectDelays;
import dev.fleetwright.cli.up.SenderOptions;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.time.Clock;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which RabbitMQ a process uses. */
final class BusOptions {

  @Option(
      names = "--amqp",
      paramLabel = "URI",
      defaultValue = "${env:FLEETWRIGHT_AMQP:-}",
      description =
          "The RabbitMQ, amqps://user@host:5671/vhost?passwordfile=FILE&cacertfile=FILE; default:"
              + " FLEETWRIGHT_AMQP.")
  private String amqp = "";

  @Mixin private SenderOptions senders = new SenderOptions();

  /** Connects in the background, and takes messages from those who may send them. */
  AmqpTransport transport(BrokerAddress broker, String name) {
    return new AmqpTransport(
        broker, name, Clock.systemUTC(), ReconnectDelays.DEFAULT, senders.with(broker));
  }

  BrokerAddress address(CommandSpec spec) {
    if (amqp.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "no broker: name a RabbitMQ with --amqp or FLEETWRIGHT_AMQP");
    }
    return switch (BrokerAddress.parse(amqp)) {
      case Checked.Valid<BrokerAddress>(BrokerAddress address) -> address;
      case Checked.Invalid<BrokerAddress>(List<Problem> problems) ->
          throw new ParameterException(
              spec.commandLine(),
              "--amqp: "
                  + String.join(
                      "; ",
                      problems.stream()
                          .map(p -> p.message() + " (" + p.nextStep() + ")")
                          .toList()));
    };
  }
}
