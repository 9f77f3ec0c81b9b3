package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "swarm",
    description = "Command swarms, watch them, and check plans and messages.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright swarm order -f examples/swarm/plan.yaml",
      "  fleetwright swarm create hive -f examples/swarm/plan.yaml",
      "  fleetwright swarm start hive --timeout 60",
      "  fleetwright swarm watch --swarm hive",
      "",
      "A swarm of a world has the id NAMESPACE_WORLD_CLUSTER; commands on it change the"
          + " desiredState of its world."
    })
public final class SwarmCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  private SwarmCommand(Console console) {
    this.console = console;
  }

  /** With its subcommands. */
  public static CommandLine line(Console console) {
    return new CommandLine(new SwarmCommand(console))
        .addSubcommand(new CreateCommand(console))
        .addSubcommand(new TemplateCommand(console))
        .addSubcommand(new StartCommand(console))
        .addSubcommand(new StopCommand(console))
        .addSubcommand(new RemoveCommand(console))
        .addSubcommand(new ConfigCommand(console))
        .addSubcommand(new StatusCommand(console))
        .addSubcommand(new ListCommand(console))
        .addSubcommand(new WatchCommand(console))
        .addSubcommand(new OrderCommand(console))
        .addSubcommand(new ValidateCommand(console))
        .addSubcommand(DeadLettersCommand.line(console));
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(console.err());
    return ExitCode.USAGE;
  }
}
