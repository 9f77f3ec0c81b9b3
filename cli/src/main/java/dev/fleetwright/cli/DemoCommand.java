package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "demo",
    description = "Run what there is so far on built-in samples: ranges, expressions, documents.",
    footerHeading = "%nExample:%n",
    footer = "  fleetwright demo")
final class DemoCommand implements Callable<Integer> {

  private static final String VARIABLES =
      """
      obj: {spec: {replicas: 3}}
      returned: {status: {availableReplicas: 2}}
      """;

  private static final String BROKEN = "obj: {spec: {replicas: 3}\nobj: [1\n";

  private final Console console;

  DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.out().println("So far there are the languages; the control plane itself comes next.\n");
    show("which versions a range admits", "", "semver", "^1.2.0", "1.4.0", "2.0.0");
    show("why not, and what would", "", "semver", "--why", "~1.2.0", "1.3.0");
    show("a mistake, with its column", "", "semver", ">=1.2 <2.x.1", "1.3.0");
    show(
        "is it as available as desired?",
        VARIABLES,
        "cel",
        "obj.spec.replicas != returned.status.availableReplicas",
        "-f",
        "-");
    show("a mistake in a document", BROKEN, "cel", "obj", "-f", "-");
    console.out().println("Next: fleetwright --help");
    console.out().flush();
    return ExitCode.YES;
  }

  /** Runs one command as a user would. */
  private void show(String title, String input, String... command) {
    console.out().println(console.bold("# " + title));
    console.out().println("$ fleetwright " + String.join(" ", quoted(List.of(command))));
    console.out().flush();
    Console inner =
        new Console(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            console.out(),
            console.out(),
            console.colour());
    CommandLineFactory.run(inner, command);
    console.out().println();
  }

  private static List<String> quoted(List<String> words) {
    return words.stream().map(word -> word.matches("[\\w.-]+") ? word : "'" + word + "'").toList();
  }
}
