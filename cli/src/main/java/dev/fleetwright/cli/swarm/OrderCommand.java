package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.swarm.plan.StartOrder;
import dev.fleetwright.swarm.plan.SwarmPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "order",
    description =
        "Print the waves in which the bees of a plan start, or the cycle that leaves none.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright swarm order -f examples/swarm/plan.yaml",
      "",
      "Stopping goes the other way. Exits 1 when the plan is invalid or has a cycle."
    })
final class OrderCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml,
    name
  }

  private final Console console;

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "The plan; - for stdin.")
  private String file = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  OrderCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Optional<SwarmPlan> plan = PlanInput.read(console, file);
    if (plan.isEmpty()) {
      return ExitCode.NO;
    }
    return switch (plan.get().order()) {
      case StartOrder.Waves waves -> print(waves);
      case StartOrder.Cycle cycle -> refuse(cycle);
    };
  }

  private int print(StartOrder.Waves waves) {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("start", waves.start());
    plain.put("stop", waves.stop());
    switch (format) {
      case json -> console.out().print(Machine.json(plain));
      case yaml -> console.out().print(Machine.yaml(plain));
      case name -> waves.start().forEach(wave -> console.out().println(String.join(" ", wave)));
      case table -> {
        Table table = new Table("WAVE", "START", "STOP");
        List<List<String>> stop = waves.stop();
        for (int i = 0; i < waves.start().size(); i++) {
          table.row(
              Integer.toString(i + 1),
              String.join(", ", waves.start().get(i)),
              String.join(", ", stop.get(i)));
        }
        console.out().print(table.render());
      }
    }
    console.out().flush();
    return ExitCode.YES;
  }

  private int refuse(StartOrder.Cycle cycle) {
    console.err().print(ProblemText.render(PlanInput.cyclic(cycle)));
    if (format == Format.json) {
      console.out().print(Machine.json(Map.of("cycle", cycle.path())));
    } else if (format == Format.yaml) {
      console.out().print(Machine.yaml(Map.of("cycle", cycle.path())));
    }
    return ExitCode.NO;
  }
}
