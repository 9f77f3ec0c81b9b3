package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.SignalName;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
    name = "remove",
    description = "Delete what a swarm has provisioned.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm remove hive",
      "",
      "Exits 0 when the command is confirmed, 1 when it failed or no confirmation came in time."
    })
final class RemoveCommand extends SwarmAction {

  RemoveCommand(Console console) {
    super(console, SignalName.SWARM_REMOVE);
  }

  @Override
  Optional<WorldCommand.Wish> wishForWorld() {
    return Optional.of(
        new WorldCommand.Wish.Refused(
            new Problem(
                "swarm-of-a-world",
                "ID",
                "a world is removed as a whole, with all its swarms",
                "kubectl delete world NAME, or fleetwright swarm stop")));
  }
}
