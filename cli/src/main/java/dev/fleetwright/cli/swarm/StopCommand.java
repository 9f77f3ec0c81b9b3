package dev.fleetwright.cli.swarm;

import dev.fleetwright.capability.kinds.DesiredState;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.swarm.protocol.SignalName;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
    name = "stop",
    description = "Stop the workload of a swarm and keep its resources.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm stop hive",
      "",
      "Exits 0 when the command is confirmed, 1 when it failed or no confirmation came in time."
    })
final class StopCommand extends SwarmAction {

  StopCommand(Console console) {
    super(console, SignalName.SWARM_STOP);
  }

  @Override
  Optional<WorldCommand.Wish> wishForWorld() {
    return Optional.of(new WorldCommand.Wish.State(DesiredState.STOPPED));
  }
}
