package dev.fleetwright.cli.status;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.status.AnalogousSelect;
import dev.fleetwright.status.ResultTable;
import dev.fleetwright.status.Row;
import dev.fleetwright.status.RowError;
import dev.fleetwright.status.Rows;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "combine",
    description = "Try StatusCollectors on sample rows: what many clusters report, in one table.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright combine -f examples/collectors/deployment-histogram.yaml -f rows.yaml",
      "  fleetwright combine -f collector.yaml --sql",
      "",
      "Rows are written as expressions see them:",
      "  rows:",
      "    - inventory: {name: east}",
      "      obj: {spec: {replicas: 2}}",
      "      returned: {status: {availableReplicas: 1}}",
      "      propagation: {lastReturnedUpdateTimestamp: \"2026-01-01T00:00:00Z\"}",
      "",
      "Exits 1 when a file is invalid or a collector does not compile."
    })
public final class CombineCommand implements Callable<Integer> {

  enum Format {
    table,
    yaml,
    json
  }

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description =
          "StatusCollectors and rows, in YAML or JSON; a file, a folder, or - for stdin. May be"
              + " repeated.")
  private List<String> files = new ArrayList<>();

  @Option(names = "--sql", description = "Print the analogous SELECT; rows are not needed.")
  private boolean sql;

  @Option(
      names = "--now",
      paramLabel = "TIME",
      description = "The time that expressions see as now; by default it is now.")
  private @Nullable String now;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public CombineCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Instant time = time();
    CombineInput input = CombineInput.read(files, console.in());
    List<Problem> problems = new ArrayList<>(input.problems());
    List<Row> rows = input.rows();
    if (problems.stream().noneMatch(Problem::isError)) {
      missing(input, problems);
    }
    console.err().print(ProblemText.render(problems));
    if (problems.stream().anyMatch(Problem::isError)) {
      return ExitCode.NO;
    }
    if (sql) {
      print(
          input.collectors().stream()
              .map(collector -> AnalogousSelect.of(collector.spec()))
              .toList());
      return ExitCode.YES;
    }
    Rows table = new Rows(rows == null ? List.of() : rows, time);
    List<ResultTable> results =
        input.collectors().stream()
            .map(collector -> ResultTable.combine(collector, table))
            .toList();
    printTables(results);
    return ExitCode.YES;
  }

  private void missing(CombineInput input, List<Problem> problems) {
    if (input.collectors().isEmpty()) {
      problems.add(
          new Problem(
              "no-collector",
              "",
              "no file has a StatusCollector",
              "name one with -f, such as a file of examples/collectors"));
    }
    if (input.rows() == null && !sql) {
      problems.add(
          new Problem(
              "no-rows",
              "",
              "no file has rows",
              "name one with -f that begins with  rows:  , or print the query with --sql"));
    }
  }

  private Instant time() {
    String text = now;
    if (text == null) {
      return Instant.now();
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--now wants a time such as 2026-03-01T10:00:00Z, not \"" + text + "\"");
    }
  }

  private void printTables(List<ResultTable> results) {
    Object plain =
        results.size() == 1
            ? results.getFirst().result()
            : results.stream().map(ResultTable::result).toList();
    switch (format) {
      case json -> console.out().print(Machine.json(plain));
      case yaml -> console.out().print(Machine.yaml(Machine.fromJson(Machine.json(plain))));
      case table ->
          print(
              results.stream()
                  .map(result ->
                      (results.size() == 1 ? "" : result.name() + ":\n") + SqlTable.render(result))
                  .toList());
    }
    console.out().flush();
    for (ResultTable result : results) {
      remark(result);
    }
  }

  private void print(List<String> texts) {
    console.out().print(String.join("\n", texts));
    console.out().flush();
  }

  /** What stands beside a result: who has not reported, what was cut, which rows failed and why. */
  private void remark(ResultTable result) {
    StringBuilder remarks = new StringBuilder();
    String head = result.name() + ": ";
    remarks.append(head).append(result.reported()).append(" of ").append(result.expected());
    remarks.append(
        result.expected() == 1 ? " cluster has reported\n" : " clusters have reported\n");
    if (result.truncated()) {
      remarks
          .append(head)
          .append("the limit of the collector hides ")
          .append(result.totalRows() - result.rows().size())
          .append(" rows\n");
    }
    for (RowError error : result.rowErrors()) {
      remarks.append(
          ProblemText.render(
              error
                  .problem()
                  .withPath(result.name() + ", cluster " + error.cluster() + ", " + error.column())
                  .asWarning()));
    }
    long hidden = result.totalRowErrors() - result.rowErrors().size();
    if (hidden > 0) {
      remarks.append(head).append("and ").append(hidden).append(" more row errors\n");
    }
    console.err().print(remarks);
    console.err().flush();
  }
}
