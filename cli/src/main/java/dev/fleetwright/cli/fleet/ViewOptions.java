package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Screen;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands share that show a part of the fleet: status, top and events. */
final class ViewOptions {

  enum Format {
    table,
    json,
    yaml,
    name
  }

  /**
   * What is shown.
   *
   * @param text in the form that is asked for; lines, each with its end
   * @param exitCode the answer in one number
   */
  record View(Function<Format, String> text, int exitCode) {

    /** Nothing to show, in any form. */
    static final View NOTHING = new View(_ -> "", ExitCode.YES);

    /**
     * @param table for people
     * @param plain for programs
     * @param names one a line
     */
    static View of(
        Supplier<String> table, List<Map<String, Object>> plain, List<String> names, boolean good) {
      return new View(
          format ->
              switch (format) {
                case table -> table.get();
                case json -> Machine.json(plain);
                case yaml -> Machine.yaml(plain);
                case name -> String.join("", names.stream().map(one -> one + "\n").toList());
              },
          good ? ExitCode.YES : ExitCode.NO);
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private NamespaceOptions scope = new NamespaceOptions();

  @Option(
      names = {"-w", "--watch"},
      description = "Go on whenever something changes, until Ctrl-C.")
  private boolean watch;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  NamespaceOptions scope() {
    return scope;
  }

  /**
   * Shows it once, or again and again.
   *
   * @param screen where it is shown when it changes
   * @param question gives the view of now, each time it is asked
   */
  int run(Console console, Screen screen, Function<Sight, Supplier<View>> question)
      throws InterruptedException {
    scope.check(spec);
    return server.ask(
        console,
        spec.name(),
        client -> {
          if (watch) {
            return new Watching(console, screen)
                .run(
                    client,
                    scope,
                    sight -> {
                      Supplier<View> views = question.apply(sight);
                      return () -> views.get().text().apply(format);
                    });
          }
          View view = question.apply(Sight.once(client, scope)).get();
          console.out().print(view.text().apply(format));
          console.out().flush();
          return view.exitCode();
        });
  }
}
