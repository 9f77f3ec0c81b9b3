package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description =
        "List the swarms that the orchestrator leads, with what is desired and confirmed.",
    footerHeading = "%nExample:%n",
    footer = "  fleetwright swarm list -o json")
final class ListCommand extends OnlineCommand {

  enum Format {
    table,
    json,
    yaml,
    name
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  ListCommand(Console console) {
    super(console);
  }

  @Override
  int run() throws IOException {
    List<Records> all;
    try (KubernetesClient client = server.kubernetes()) {
      all = Records.all(client);
    }
    switch (format) {
      case json -> console.out().print(Machine.json(all.stream().map(Records::plain).toList()));
      case yaml -> console.out().print(Machine.yaml(all.stream().map(Records::plain).toList()));
      case name -> all.forEach(one -> console.out().println(one.swarmId()));
      case table -> {
        if (all.isEmpty()) {
          console.err().println("there are no swarms");
        } else {
          console.out().print(table(all));
        }
      }
    }
    console.out().flush();
    return ExitCode.YES;
  }

  private static String table(List<Records> all) {
    Table table =
        new Table("SWARM", "KIND", "CLUSTER", "DESIRED", "CONFIRMED", "UNDER WAY", "PROBLEM");
    all.forEach(one ->
        table.row(
            one.swarmId(),
            one.kind(),
            one.cluster(),
            one.desired(),
            one.confirmed(),
            one.underway(),
            one.problem()));
    return table.render();
  }
}
