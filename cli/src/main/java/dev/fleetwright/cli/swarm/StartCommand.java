package dev.fleetwright.cli.swarm;

import dev.fleetwright.capability.kinds.DesiredState;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.swarm.protocol.SignalName;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
    name = "start",
    description = "Start the workload of a swarm, wave by wave.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm start hive --timeout 60",
      "",
      "Exits 0 when the command is confirmed, 1 when it failed or no confirmation came in time."
    })
final class StartCommand extends SwarmAction {

  StartCommand(Console console) {
    super(console, SignalName.SWARM_START);
  }

  @Override
  Optional<WorldCommand.Wish> wishForWorld() {
    return Optional.of(new WorldCommand.Wish.State(DesiredState.RUNNING));
  }
}
