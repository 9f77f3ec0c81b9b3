package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.PlanDiff;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.reading.WorldDocuments;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.documents.files.SourceFiles.Sources;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.model.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "resolve",
    description = {
      "Bind each requirement of each world to the module that satisfies it, and say why.",
      "",
      "Reads ModuleManifest, GameDefinition, WorldInstance and CapabilityBinding objects;"
          + " bindings that are given are those that exist already."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright resolve -f examples/capability/anvil",
      "  fleetwright resolve -f examples/capability/unresolved --why",
      "  kubectl get modulemanifests,gamedefinitions,worldinstances -o yaml | fleetwright resolve"
          + " -f -",
      "  fleetwright resolve -f examples/capability/anvil -o dot | dot -Tsvg > bindings.svg",
      "  fleetwright resolve -f examples/capability/anvil-next --against examples/capability/anvil",
      "",
      "Exits 0 when every required requirement is resolved, 1 when not or when the input is"
          + " invalid, 2 on wrong usage."
    })
public final class ResolveCommand implements Callable<Integer> {

  enum Format {
    table,
    wide,
    name,
    json,
    yaml,
    dot,
    mermaid
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE|DIR",
      required = true,
      description = "A file, a folder with all files in it, or - for standard input; repeatable.")
  private List<String> files = List.of();

  @Option(
      names = "--world",
      paramLabel = "NAME",
      description = "Only this world: its name, or NAMESPACE/NAME.")
  private @Nullable String world;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private Format format = Format.table;

  @Option(
      names = "--why",
      description = "Show each candidate and the rule that decided; with -o json or yaml as data.")
  private boolean why;

  @Option(
      names = "--against",
      paramLabel = "FILE|DIR",
      description = "Show what changes from these objects to those of -f; repeatable.")
  private List<String> against = new ArrayList<>();

  public ResolveCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (why && !against.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--why and --against cannot be used together");
    }
    if ((why || !against.isEmpty()) && !textOrData(format)) {
      throw new ParameterException(
          spec.commandLine(),
          (why ? "--why" : "--against") + " has the formats table, wide, json and yaml");
    }
    WorldDocuments documents = read(files);
    WorldDocuments before = against.isEmpty() ? null : read(against);
    boolean unreadable = !documents.readable() || (before != null && !before.readable());
    report(documents.problems());
    if (before != null) {
      report(before.problems());
    }
    if (unreadable) {
      // With a part of the input unread, "not found" would blame the wrong thing.
      return ExitCode.NO;
    }
    List<BindingPlan> plans = chosen(documents.resolve(), before == null);
    if (plans == null) {
      return ExitCode.NO;
    }
    if (before == null) {
      print(plans, new Hints(documents));
    } else {
      List<BindingPlan> old = before.resolve().stream().filter(this::isWanted).toList();
      print(old, plans);
    }
    console.out().flush();
    boolean yes = !documents.hasErrors() && plans.stream().allMatch(BindingPlan::isResolved);
    return yes ? ExitCode.YES : ExitCode.NO;
  }

  private static boolean textOrData(Format format) {
    return switch (format) {
      case table, wide, json, yaml -> true;
      case name, dot, mermaid -> false;
    };
  }

  private WorldDocuments read(List<String> names) {
    Sources sources = SourceFiles.read(names, console.in(), Limits.DEFAULT);
    return WorldDocuments.read(sources.sources(), Limits.DEFAULT, sources.problems());
  }

  private void report(List<Problem> problems) {
    console.err().print(ProblemText.render(problems));
  }

  private boolean isWanted(BindingPlan plan) {
    return world == null || world.equals(plan.key().name()) || world.equals(plan.key().toString());
  }

  /** The plans of the worlds that were asked for; null when there are none, which is reported. */
  private @Nullable List<BindingPlan> chosen(List<BindingPlan> all, boolean mustExist) {
    List<BindingPlan> wanted = all.stream().filter(this::isWanted).toList();
    if (!wanted.isEmpty() || !mustExist) {
      return wanted;
    }
    if (world == null) {
      report(
          List.of(
              new Problem(
                  "no-world",
                  "",
                  "there is no WorldInstance in the input",
                  "add one that names a game: spec.gameRef.name")));
      return null;
    }
    List<String> names = all.stream().map(BindingPlan::key).map(ObjectKey::name).toList();
    report(
        List.of(
            new Problem(
                "unknown-world",
                "",
                "there is no world " + world + " in the input",
                Suggestion.nearest(world, names)
                    .map(near -> "did you mean " + near + "?")
                    .orElse(
                        names.isEmpty()
                            ? "add a WorldInstance"
                            : "the worlds are: " + String.join(", ", names)))));
    return null;
  }

  private void print(List<BindingPlan> plans, Hints fixes) {
    switch (format) {
      case table, wide -> {
        if (why) {
          console.out().print(new WhyTree(console, fixes).render(plans));
        } else {
          console.out().print(PlanTable.render(plans, format == Format.wide));
        }
      }
      case name ->
          plans.forEach(plan ->
              plan.desired()
                  .forEach(binding ->
                      console.out().println("capabilitybinding.game.platform/" + binding.name())));
      case json ->
          console
              .out()
              .print(Machine.json(why ? WhyData.of(plans, fixes) : BindingObjects.asList(plans)));
      case yaml -> {
        if (why) {
          console.out().print(Machine.yaml(WhyData.of(plans, fixes)));
        } else {
          BindingObjects.of(plans)
              .forEach(object -> console.out().print("---\n" + Machine.yaml(object)));
        }
      }
      case dot -> console.out().print(BindingGraph.dot(plans));
      case mermaid -> console.out().print(BindingGraph.mermaid(plans));
    }
    if (!why) {
      console.err().print(PlanSummary.render(plans, fixes, console));
    }
  }

  private void print(List<BindingPlan> before, List<BindingPlan> after) {
    List<PlanDiff> diffs = PlanDiff.between(before, after);
    switch (format) {
      case json -> console.out().print(Machine.json(DiffData.of(diffs)));
      case yaml -> console.out().print(Machine.yaml(DiffData.of(diffs)));
      default -> {
        console.out().print(DiffText.render(diffs, console));
        console.err().print(DiffText.summary(diffs, after.size()));
      }
    }
  }
}
