package dev.fleetwright.cli.release;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.release.Admission;
import dev.fleetwright.release.Intents;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.time.Micros;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "select",
    description = "Choose the release for each target by its policies, and say why.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright select -f examples/release --at 2026-03-03T12:00:00Z",
      "  fleetwright select -f examples/release --target physics-edge-1 --why",
      "",
      "Targets are decided in sorted order, each with what was admitted before it, as a server does"
          + " it.",
      "Exits 0 when every shown target has an allowed release, 1 when one has not or the input is"
          + " invalid."
    })
public final class SelectCommand implements Callable<Integer> {

  enum Format {
    table,
    wide,
    json,
    yaml,
    name
  }

  private final Console console;
  private final Clock clock;

  @Option(
      names = {"-f", "--file"},
      required = true,
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Files or folders with Release, ReleasePolicy, ReleaseTarget, Approval, Freeze, Pin,"
              + " Bypass; - is stdin.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = TimeArguments.Time.class,
      description = "Decide as of this time; default: now.")
  private @Nullable Long at;

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Show only this target; may be repeated.")
  private List<String> targets = new ArrayList<>();

  @Option(names = "--why", description = "Show the whole trace: every rule and every release.")
  private boolean why;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public SelectCommand(Console console) {
    this(console, Clock.systemUTC());
  }

  SelectCommand(Console console, Clock clock) {
    this.console = console;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    Optional<Snapshot> read = ReleaseInput.read(console, files);
    if (read.isEmpty()) {
      return ExitCode.NO;
    }
    Snapshot snapshot = read.get();
    List<Problem> problems = unknownTargets(snapshot);
    if (!problems.isEmpty()) {
      ReleaseInput.print(console, problems);
      return ExitCode.NO;
    }
    long now = at == null ? Micros.of(clock.instant()) : at;
    List<Selection> shown =
        Admission.admit(snapshot, snapshot.fleet().targets(), new Intents(), now, true).stream()
            .filter(selection -> targets.isEmpty() || targets.contains(selection.target()))
            .toList();
    print(shown);
    return shown.stream().allMatch(Selection::isAllowed) ? ExitCode.YES : ExitCode.NO;
  }

  private List<Problem> unknownTargets(Snapshot snapshot) {
    List<String> names = snapshot.fleet().targets().stream().map(Target::name).toList();
    if (names.isEmpty()) {
      return List.of(
          new Problem(
              "no-targets",
              "",
              "there is no ReleaseTarget in the files",
              "add one with kind: ReleaseTarget"));
    }
    return targets.stream()
        .filter(name -> !names.contains(name))
        .map(name ->
            new Problem(
                "unknown-target",
                "",
                "there is no target \"" + name + "\"",
                Suggestion.nearest(name, names)
                    .map(near -> "did you mean \"" + near + "\"?")
                    .orElse("run it without --target to see them all")))
        .toList();
  }

  private void print(List<Selection> shown) {
    switch (format) {
      case json ->
          console.out().print(Machine.json(shown.stream().map(SelectionView::of).toList()));
      case yaml ->
          console.out().print(Machine.yaml(shown.stream().map(SelectionView::of).toList()));
      case name ->
          shown.forEach(selection -> {
            Release chosen = selection.chosen();
            if (chosen != null) {
              console.out().println("release/" + chosen.id());
            }
          });
      case table, wide -> printTable(shown);
    }
    console.out().flush();
  }

  private void printTable(List<Selection> shown) {
    boolean wide = format == Format.wide;
    Table table =
        wide
            ? new Table("TARGET", "ANSWER", "RELEASE", "CHANGE", "NEXT", "REVISION", "REASON")
            : new Table("TARGET", "ANSWER", "RELEASE", "CHANGE", "NEXT", "REASON");
    for (Selection selection : shown) {
      Release chosen = selection.chosen();
      List<String> cells = new ArrayList<>();
      cells.add(selection.target());
      cells.add(selection.isAllowed() ? "✓ yes" : "✗ no");
      cells.add(chosen == null ? "-" : chosen.id());
      cells.add(selection.change().text());
      cells.add(selection.nextEvaluationAt().map(Instant::toString).orElse("-"));
      if (wide) {
        cells.add(selection.revision());
      }
      cells.add(selection.reason());
      table.row(cells.toArray(String[]::new));
    }
    console.out().print(table.render());
    if (why) {
      shown.forEach(selection -> WhyText.print(console, selection));
    }
  }
}
