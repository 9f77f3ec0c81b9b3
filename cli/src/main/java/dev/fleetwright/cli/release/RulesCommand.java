package dev.fleetwright.cli.release;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.rules.RuleTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

@Command(
    name = "rules",
    description = "List the types of release rules with their options, defaults and an example.",
    footerHeading = "%nExamples:%n",
    footer = {"  fleetwright rules", "  fleetwright rules explain TimeWindow"})
public final class RulesCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml,
    name
  }

  private final Console console;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      scope = ScopeType.INHERIT,
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public RulesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return list();
  }

  @Command(
      name = "list",
      description = "List all types of rules.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright rules list -o json")
  int list() {
    print(RuleTypes.ALL);
    if (format == Format.table) {
      console.out().println("Every rule also has:");
      console.out().print(optionsTable(RuleType.COMMON));
    }
    console.out().flush();
    return ExitCode.YES;
  }

  @Command(
      name = "explain",
      description = "Explain one type of rule.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright rules explain GradualVersionRollout")
  int explain(@Parameters(paramLabel = "TYPE", description = "The type of rule.") String type) {
    RuleType found = RuleTypes.find(type).orElse(null);
    if (found == null) {
      console
          .err()
          .println(
              "error: there is no rule type \""
                  + type
                  + "\"\n  fix: "
                  + Suggestion.nearest(type, RuleTypes.names())
                      .map(near -> "did you mean \"" + near + "\"?")
                      .orElse("use one of " + String.join(", ", RuleTypes.names())));
      return ExitCode.NO;
    }
    if (format == Format.table) {
      printOne(found, found.allOptions());
    } else {
      print(List.of(found));
    }
    console.out().flush();
    return ExitCode.YES;
  }

  private void print(List<RuleType> types) {
    switch (format) {
      case json ->
          console.out().print(Machine.json(types.stream().map(RulesCommand::view).toList()));
      case yaml ->
          console.out().print(Machine.yaml(types.stream().map(RulesCommand::view).toList()));
      case name -> types.forEach(type -> console.out().println(type.name()));
      case table -> types.forEach(type -> printOne(type, type.options()));
    }
  }

  private void printOne(RuleType type, List<dev.fleetwright.release.options.Option> options) {
    console.out().println(console.bold(type.name()) + ": " + type.summary());
    console.out().print(optionsTable(options));
    console.out().println("  example:  - " + type.example());
    console.out().println();
  }

  private static String optionsTable(List<dev.fleetwright.release.options.Option> options) {
    Table table = new Table("  OPTION", "VALUE", "DEFAULT", "MEANING");
    options.forEach(option ->
        table.row(
            "  " + option.name(),
            option.shape(),
            option.ifAbsent().isEmpty() ? "-" : option.ifAbsent(),
            option.meaning()));
    return table.render();
  }

  private static Map<String, Object> view(RuleType type) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("type", type.name());
    view.put("summary", type.summary());
    view.put(
        "options",
        type.allOptions().stream()
            .map(option -> {
              Map<String, String> entry = new LinkedHashMap<>();
              entry.put("name", option.name());
              entry.put("value", option.shape());
              entry.put("default", option.ifAbsent());
              entry.put("meaning", option.meaning());
              return entry;
            })
            .toList());
    view.put("example", type.example());
    return view;
  }
}
