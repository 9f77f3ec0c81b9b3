package dev.fleetwright.cli.fleet;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.List;
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
          "The RabbitMQ, amqp://user:password@host:5672/vhost; default: FLEETWRIGHT_AMQP.")
  private String amqp = "";

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
