package dev.fleetwright.cli.release;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.forecast.Course;
import dev.fleetwright.release.forecast.Forecast;
import dev.fleetwright.release.forecast.Move;
import dev.fleetwright.release.forecast.Timelines;
import dev.fleetwright.release.time.Micros;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "forecast",
    description = "Foresee which release reaches which target when, if nobody does anything else.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright forecast -f examples/release --from 2026-03-02T00:00:00Z --for 7d",
      "  fleetwright forecast -f examples/release --from 2026-03-02T00:00:00Z --for 7d -o html >"
          + " week.html",
      "  fleetwright forecast -f examples/release --for 7d --against stricter.yaml",
      "",
      "Deployments are taken to succeed after --deploy-time; no new releases, approvals or"
          + " measurements come."
    })
public final class ForecastCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml,
    html,
    svg
  }

  private final Console console;
  private final Clock clock;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-f", "--file"},
      required = true,
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files or folders, as for select; - is stdin.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = TimeArguments.Time.class,
      description = "Where it begins; default: now.")
  private @Nullable Long from;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      defaultValue = "7d",
      converter = TimeArguments.Span.class,
      description = "How far it goes, such as 7d, 36h or 90m (${DEFAULT-VALUE}).")
  private long span;

  @Option(
      names = "--deploy-time",
      paramLabel = "DURATION",
      defaultValue = "10m",
      converter = TimeArguments.Span.class,
      description = "How long a deployment takes (${DEFAULT-VALUE}).")
  private long deployTime;

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Compare with the policies of these files in place of the others.")
  private List<String> against = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public ForecastCommand(Console console) {
    this(console, Clock.systemUTC());
  }

  ForecastCommand(Console console, Clock clock) {
    this.console = console;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    if (span == 0) {
      throw new ParameterException(spec.commandLine(), "--for must be longer than nothing");
    }
    if (format == Format.svg && !against.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "an svg shows one forecast; use -o html with --against");
    }
    Optional<Snapshot> read = ReleaseInput.read(console, files);
    Optional<Snapshot> other =
        against.isEmpty() ? Optional.empty() : ReleaseInput.read(console, against);
    if (read.isEmpty() || (other.isEmpty() && !against.isEmpty())) {
      return ExitCode.NO;
    }
    Snapshot snapshot = read.get();
    long start = from == null ? Micros.of(clock.instant()) : from;
    Forecast forecast = Forecast.of(snapshot, start, start + span, deployTime);
    warnIfCutShort(forecast);
    if (other.isEmpty()) {
      print(forecast);
    } else {
      Forecast compared =
          Forecast.of(
              snapshot.withPolicies(other.get().policies()), start, start + span, deployTime);
      warnIfCutShort(compared);
      print(forecast, compared);
    }
    console.out().flush();
    return ExitCode.YES;
  }

  private void warnIfCutShort(Forecast forecast) {
    if (forecast.isCutShort()) {
      console
          .err()
          .println(
              "warning: too much happens; the forecast ends at "
                  + Micros.text(forecast.cutShortAt()));
    }
  }

  private void print(Forecast forecast) {
    switch (format) {
      case json -> console.out().print(Machine.json(ForecastView.of(forecast)));
      case yaml -> console.out().print(Machine.yaml(ForecastView.of(forecast)));
      case html -> console.out().print(Timelines.html(forecast));
      case svg -> console.out().print(Timelines.svg(forecast));
      case table -> {
        Table table = new Table("AT", "TARGET", "RELEASE", "BEFORE", "CHANGE", "WHY");
        for (Move move : forecast.moves()) {
          String previous = move.previous();
          table.row(
              Micros.text(move.at()),
              move.target(),
              move.release(),
              previous == null ? "-" : previous,
              move.change().text(),
              move.reason());
        }
        console.out().print(table.render());
        console.out().println();
        Table ends = new Table("TARGET", "ENDS ON", "THEN");
        for (Course course : forecast.courses()) {
          String release =
              course.segments().isEmpty() ? null : course.segments().getLast().release();
          ends.row(course.target(), release == null ? "-" : release, course.last().reason());
        }
        console.out().print(ends.render());
      }
    }
  }

  private void print(Forecast forecast, Forecast compared) {
    switch (format) {
      case json -> console.out().print(Machine.json(ForecastView.comparison(forecast, compared)));
      case yaml -> console.out().print(Machine.yaml(ForecastView.comparison(forecast, compared)));
      case html, svg -> console.out().print(Timelines.html(forecast, compared));
      case table -> {
        Table table = new Table("TARGET", "RELEASE", "AT", "AGAINST", "DIFFERENCE");
        for (Map.Entry<ForecastView.Arrival, long[]> entry :
            new TreeMap<>(ForecastView.arrivals(forecast, compared)).entrySet()) {
          long[] times = entry.getValue();
          table.row(
              entry.getKey().target(),
              entry.getKey().release(),
              ForecastView.time(times[0]),
              ForecastView.time(times[1]),
              ForecastView.difference(times[0], times[1]));
        }
        console.out().print(table.render());
      }
    }
  }
}
