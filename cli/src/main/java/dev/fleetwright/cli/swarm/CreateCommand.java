package dev.fleetwright.cli.swarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.SignalName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "create",
    description = "Create a swarm that runs alone, from a plan.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm create hive -f examples/swarm/plan.yaml",
      "",
      "Exits 0 when the command is confirmed, 1 when it failed or no confirmation came in time."
    })
final class CreateCommand extends SwarmAction {

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "The plan; - for stdin.")
  private String file = "";

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "Where it is to run; default: the first cluster by name.")
  private @Nullable String cluster;

  CreateCommand(Console console) {
    super(console, SignalName.SWARM_CREATE);
  }

  @Override
  @Nullable ObjectNode args(List<Problem> problems) {
    ObjectNode args = PlanInput.args(console, file, id, problems);
    String chosen = cluster;
    if (args != null && chosen != null) {
      args.put("cluster", chosen);
    }
    return args;
  }

  @Override
  Optional<WorldCommand.Wish> wishForWorld() {
    return Optional.of(
        new WorldCommand.Wish.Refused(
            new Problem(
                "swarm-of-a-world",
                "ID",
                "a swarm of a world is created by its world",
                "kubectl apply a WorldInstance")));
  }
}
