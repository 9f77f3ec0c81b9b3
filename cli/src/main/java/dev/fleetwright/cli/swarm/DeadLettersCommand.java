package dev.fleetwright.cli.swarm;

import dev.fleetwright.amqp.DeadLetter;
import dev.fleetwright.amqp.DeadLetters;
import dev.fleetwright.cli.bus.Bus;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "dead-letters",
    description =
        "Messages that nobody could deal with, with the reasons: list them, send them again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright swarm dead-letters list",
      "  fleetwright swarm dead-letters replay hub-5f2c01ab-17",
      "  fleetwright swarm dead-letters replay --all --swarm hive"
    })
final class DeadLettersCommand implements Callable<Integer> {

  private static final int MOST = 10_000;

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  private DeadLettersCommand(Console console) {
    this.console = console;
  }

  static CommandLine line(Console console) {
    return new CommandLine(new DeadLettersCommand(console))
        .addSubcommand(new Listing(console))
        .addSubcommand(new Replay(console));
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(console.err());
    return ExitCode.USAGE;
  }

  private static boolean isAbout(DeadLetter letter, @Nullable String swarm) {
    return swarm == null
        || letter.key().endsWith("." + swarm)
        || letter.key().contains("." + swarm + "_")
        || letter.queue().endsWith("." + swarm);
  }

  @Command(
      name = "list",
      description = "Show the dead letters, oldest first; they stay where they are.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright swarm dead-letters list -o json")
  static final class Listing extends OnlineCommand {

    enum Format {
      table,
      wide,
      json,
      yaml,
      name
    }

    @Option(names = "--swarm", paramLabel = "ID", description = "Only those about this swarm.")
    private @Nullable String swarm;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FORMAT",
        defaultValue = "table",
        description = "${COMPLETION-CANDIDATES}")
    private Format format = Format.table;

    Listing(Console console) {
      super(console);
    }

    @Override
    int run() throws IOException, InterruptedException {
      List<DeadLetter> letters;
      try (Bus bus = Bus.silent(server.broker())) {
        letters = bus.deadLetters().list(MOST).stream().filter(one -> isAbout(one, swarm)).toList();
      }
      switch (format) {
        case json -> console.out().print(Machine.json(letters.stream().map(this::plain).toList()));
        case yaml -> console.out().print(Machine.yaml(letters.stream().map(this::plain).toList()));
        case name -> letters.forEach(letter -> console.out().println(letter.id()));
        case table, wide -> {
          if (letters.isEmpty()) {
            console.err().println("there are no dead letters");
          } else {
            console.out().print(table(letters));
          }
        }
      }
      console.out().flush();
      return ExitCode.YES;
    }

    private String table(List<DeadLetter> letters) {
      boolean wide = format == Format.wide;
      Table table =
          wide
              ? new Table("ID", "AT", "KEY", "QUEUE", "SENDER", "REASONS", "BODY")
              : new Table("ID", "AT", "KEY", "REASONS");
      for (DeadLetter letter : letters) {
        if (wide) {
          table.row(
              letter.id(),
              letter.at().toString(),
              letter.key(),
              letter.queue(),
              letter.sender(),
              letter.reasons(),
              letter.body());
        } else {
          table.row(letter.id(), letter.at().toString(), letter.key(), letter.reasons());
        }
      }
      return table.render();
    }

    private Map<String, Object> plain(DeadLetter letter) {
      Map<String, Object> plain = new LinkedHashMap<>();
      plain.put("id", letter.id());
      plain.put("at", letter.at().toString());
      plain.put("key", letter.key());
      plain.put("queue", letter.queue());
      plain.put("sender", letter.sender());
      plain.put("reasons", letter.reasons().lines().toList());
      plain.put("body", letter.body());
      return plain;
    }
  }

  @Command(
      name = "replay",
      description = {
        "Send dead letters again under their own keys, once their cause is mended.",
        "A letter goes only when a queue has the message; what is refused again is a new letter."
      },
      footerHeading = "%nExample:%n",
      footer = {
        "  fleetwright swarm dead-letters replay --all --dry-run",
        "",
        "Exits 1 when a letter is not there or could not be sent."
      })
  static final class Replay extends OnlineCommand {

    @Parameters(arity = "0..*", paramLabel = "LETTER", description = "Ids from the list.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--all", description = "All that there are.")
    private boolean all;

    @Option(names = "--swarm", paramLabel = "ID", description = "Only those about this swarm.")
    private @Nullable String swarm;

    @Option(names = "--dry-run", description = "Only show which would be sent.")
    private boolean dryRun;

    Replay(Console console) {
      super(console);
    }

    @Override
    int run() throws IOException, InterruptedException {
      if (all == !ids.isEmpty()) {
        throw new ParameterException(spec.commandLine(), "name letters, or --all");
      }
      Set<String> missing = new HashSet<>(ids);
      try (Bus bus = Bus.silent(server.broker())) {
        DeadLetters letters = bus.deadLetters();
        List<DeadLetter> chosen =
            letters.list(MOST).stream()
                .filter(one -> (all || missing.remove(one.id())) && isAbout(one, swarm))
                .toList();
        if (!missing.isEmpty()) {
          console
              .err()
              .print(ProblemText.render(missing.stream().sorted().map(Replay::unknown).toList()));
          return ExitCode.NO;
        }
        if (dryRun) {
          chosen.forEach(one ->
              console
                  .out()
                  .println("would send " + MessageText.printable(one.key()) + "  " + one.id()));
          console.out().flush();
          return ExitCode.YES;
        }
        Set<String> wanted = new HashSet<>(chosen.stream().map(DeadLetter::id).toList());
        return report(letters.replay(one -> wanted.contains(one.id())));
      }
    }

    private static Problem unknown(String id) {
      return new Problem(
          "unknown-letter",
          id,
          "there is no such dead letter",
          "see  fleetwright swarm dead-letters list");
    }

    private int report(DeadLetters.Replay replay) {
      for (DeadLetter letter : replay.sent()) {
        console
            .out()
            .println(
                console.green("✓ sent")
                    + "  "
                    + MessageText.printable(letter.key())
                    + "  "
                    + letter.id());
      }
      for (DeadLetter letter : replay.kept()) {
        console
            .out()
            .println(
                console.red("✗ kept")
                    + "  "
                    + MessageText.printable(letter.key())
                    + "  "
                    + letter.id()
                    + "  no queue takes it");
      }
      console.out().println(replay.sent().size() + " sent, " + replay.kept().size() + " kept");
      console.out().flush();
      return replay.kept().isEmpty() ? ExitCode.YES : ExitCode.NO;
    }
  }
}
