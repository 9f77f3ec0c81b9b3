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
    name = "template",
    description = "Give a swarm another plan.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm template hive -f examples/swarm/plan.yaml",
      "",
      "Exits 0 when the command is confirmed, 1 when it failed or no confirmation came in time."
    })
final class TemplateCommand extends SwarmAction {

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "The plan; - for stdin.")
  private String file = "";

  TemplateCommand(Console console) {
    super(console, SignalName.SWARM_TEMPLATE);
  }

  @Override
  @Nullable ObjectNode args(List<Problem> problems) {
    return PlanInput.args(console, file, id, problems);
  }

  @Override
  Optional<WorldCommand.Wish> wishForWorld() {
    return Optional.of(
        new WorldCommand.Wish.Refused(
            new Problem(
                "swarm-of-a-world",
                "ID",
                "the template of a swarm of a world follows from its releases",
                "change a Release or its policy")));
  }
}
