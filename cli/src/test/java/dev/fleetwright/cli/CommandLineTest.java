package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cli.terminal.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

class CommandLineTest {

  @TestFactory
  Stream<DynamicTest> everyCommandHasAHelpWithAnExample() {
    List<CommandLine> all = new ArrayList<>();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    collect(
        CommandLineFactory.create(
            new Console(InputStream.nullInputStream(), nowhere, nowhere, false)),
        all);
    return all.stream()
        .map(command ->
            DynamicTest.dynamicTest(
                command.getCommandSpec().qualifiedName(),
                () -> {
                  String name = command.getCommandSpec().qualifiedName();
                  List<String> words = new ArrayList<>(List.of(name.split(" ", -1)));
                  words.removeFirst();
                  words.add("--help");
                  CliRun run = CliRun.of(words.toArray(String[]::new));
                  assertThat(run.exitCode()).isZero();
                  assertThat(run.out()).contains("Example").contains("fleetwright ");
                }));
  }

  private static void collect(CommandLine command, List<CommandLine> all) {
    all.add(command);
    command.getSubcommands().values().forEach(sub -> collect(sub, all));
  }

  @Test
  void aCommandMayBeNamedAloneOrWithAllOthersWithTheSameResult() {
    assertThat(CliRun.of("version").out()).startsWith("fleetwright ").contains("Java 25");
    assertThat(CliRun.of("--version").out()).isEqualTo(CliRun.of("version").out());
  }

  @Test
  void noCommandShowsTheHelpAndIsWrongUsage() {
    CliRun run = CliRun.of();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Commands:");
  }

  @Test
  void aSlipInTheCommandSuggestsTheRightOne() {
    CliRun run = CliRun.of("doctr");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("doctor").contains("Try: fleetwright --help");
  }

  @Test
  void anUnknownOptionNamesTheHelpOfThatCommand() {
    CliRun run = CliRun.of("doctor", "--prot", "1");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--prot").contains("Try: fleetwright doctor --help");
  }

  @Test
  void theCompletionScriptKnowsEveryCommand() {
    String script = CliRun.of("completion", "bash").out();
    assertThat(script)
        .contains("complete -F")
        .contains("doctor")
        .contains("semver")
        .contains("cel");
    assertThat(CliRun.of("completion", "fish").exitCode()).isEqualTo(2);
  }
}
