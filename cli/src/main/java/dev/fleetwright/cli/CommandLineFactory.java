package dev.fleetwright.cli;

import dev.fleetwright.cli.apiserver.ApiserverCommand;
import dev.fleetwright.cli.apiserver.BackupCommand;
import dev.fleetwright.cli.apiserver.KubeconfigCommand;
import dev.fleetwright.cli.apiserver.RestoreCommand;
import dev.fleetwright.cli.capability.ResolveCommand;
import dev.fleetwright.cli.doctor.DoctorCommand;
import dev.fleetwright.cli.fleet.AgentCommand;
import dev.fleetwright.cli.fleet.ApplyCommand;
import dev.fleetwright.cli.fleet.ClusterCommand;
import dev.fleetwright.cli.fleet.DeleteCommand;
import dev.fleetwright.cli.fleet.EventsCommand;
import dev.fleetwright.cli.fleet.HubCommand;
import dev.fleetwright.cli.fleet.PlanCommand;
import dev.fleetwright.cli.fleet.ReturnedCommand;
import dev.fleetwright.cli.fleet.StatusCommand;
import dev.fleetwright.cli.fleet.TopCommand;
import dev.fleetwright.cli.fleet.WaitCommand;
import dev.fleetwright.cli.fleet.WhyCommand;
import dev.fleetwright.cli.language.CelCommand;
import dev.fleetwright.cli.language.SemverCommand;
import dev.fleetwright.cli.placement.PlaceCommand;
import dev.fleetwright.cli.release.ForecastCommand;
import dev.fleetwright.cli.release.RulesCommand;
import dev.fleetwright.cli.release.SelectCommand;
import dev.fleetwright.cli.render.CatalogCommand;
import dev.fleetwright.cli.render.DiffCommand;
import dev.fleetwright.cli.render.InitCommand;
import dev.fleetwright.cli.render.ProviderCommand;
import dev.fleetwright.cli.render.RenderCommand;
import dev.fleetwright.cli.status.CombineCommand;
import dev.fleetwright.cli.swarm.SwarmCommand;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.DefectReport;
import dev.fleetwright.cli.terminal.UsageReport;
import dev.fleetwright.cli.up.DemoCommand;
import dev.fleetwright.cli.up.UpCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/** Builds the command line: each command gets what it needs by its constructor. */
public final class CommandLineFactory {

  private static final Map<String, Function<Console, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("semver", SemverCommand::new);
    COMMANDS.put("cel", CelCommand::new);
    COMMANDS.put("select", SelectCommand::new);
    COMMANDS.put("forecast", ForecastCommand::new);
    COMMANDS.put("rules", RulesCommand::new);
    COMMANDS.put("up", UpCommand::new);
    COMMANDS.put("apiserver", ApiserverCommand::new);
    COMMANDS.put("backup", BackupCommand::new);
    COMMANDS.put("restore", RestoreCommand::new);
    COMMANDS.put("kubeconfig", KubeconfigCommand::new);
    COMMANDS.put("hub", HubCommand::new);
    COMMANDS.put("agent", AgentCommand::new);
    COMMANDS.put("status", StatusCommand::new);
    COMMANDS.put("events", EventsCommand::new);
    COMMANDS.put("returned", ReturnedCommand::new);
    COMMANDS.put("plan", PlanCommand::new);
    COMMANDS.put("apply", ApplyCommand::new);
    COMMANDS.put("delete", DeleteCommand::new);
    COMMANDS.put("wait", WaitCommand::new);
    COMMANDS.put("top", TopCommand::new);
    COMMANDS.put("cluster", ClusterCommand::new);
    COMMANDS.put("why", WhyCommand::new);
    COMMANDS.put("place", PlaceCommand::new);
    COMMANDS.put("combine", CombineCommand::new);
    COMMANDS.put("render", RenderCommand::new);
    COMMANDS.put("diff", DiffCommand::new);
    COMMANDS.put("provider", ProviderCommand::new);
    COMMANDS.put("catalog", CatalogCommand::new);
    COMMANDS.put("init", InitCommand::new);
    COMMANDS.put("demo", console -> new DemoCommand(console, CommandLineFactory::run));
    COMMANDS.put("doctor", DoctorCommand::new);
    COMMANDS.put("resolve", ResolveCommand::new);
    COMMANDS.put("swarm", SwarmCommand::line);
    COMMANDS.put("version", VersionCommand::new);
    COMMANDS.put("completion", CompletionCommand::new);
  }

  private CommandLineFactory() {}

  /**
   * Runs one command. Only the one that is named is built, where it is known: building all costs
   * half of a start.
   */
  public static int run(Console console, String... args) {
    String first = args.length == 0 ? "" : args[0];
    boolean alone = COMMANDS.containsKey(first) && !first.equals("completion");
    return create(
            console,
            alone ? Map.of(first, COMMANDS.getOrDefault(first, RootCommand::new)) : COMMANDS)
        .execute(args);
  }

  /** The whole command line. */
  public static CommandLine create(Console console) {
    return create(console, COMMANDS);
  }

  private static CommandLine create(
      Console console, Map<String, Function<Console, Object>> commands) {
    CommandLine root = new CommandLine(new RootCommand(console));
    commands.forEach((name, command) -> root.addSubcommand(name, command.apply(console)));
    root.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    root.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    root.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            console.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
    root.setCaseInsensitiveEnumValuesAllowed(true);
    root.setUsageHelpAutoWidth(false);
    root.setUsageHelpWidth(100);
    root.setExecutionExceptionHandler(new DefectReport(console));
    root.setParameterExceptionHandler(new UsageReport());
    return root;
  }
}
