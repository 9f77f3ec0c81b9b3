package dev.fleetwright.cli.language;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.semver.Prereleases;
import dev.fleetwright.semver.Range;
import dev.fleetwright.semver.Version;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "semver",
    description = "Print the versions that satisfy a range.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright semver '^1.2.0 || >=3' 1.4.0 2.0.0 3.1.0",
      "  fleetwright semver --why '~2.1' 2.2.0",
      "  printf '^1.2.0\\t1.4.0\\n' | fleetwright semver -",
      "",
      "Exits 1 when no version satisfies, 2 when the range or a version is invalid. With - it reads"
          + " lines of",
      "range<TAB>version and answers each with true, false or error: ..."
    })
public final class SemverCommand implements Callable<Integer> {

  enum Format {
    name,
    json,
    yaml
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "RANGE",
      description = "An npm-style range, or - for lines on stdin.")
  private String range = "";

  @Parameters(index = "1..*", paramLabel = "VERSION", description = "Strict SemVer 2.0 versions.")
  private List<String> versions = new ArrayList<>();

  @Option(
      names = "--include-prerelease",
      description = "Prereleases satisfy like any other version.")
  private boolean includePrerelease;

  @Option(
      names = "--why",
      description = "Say why for each version, and what change of the range would admit it.")
  private boolean why;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "name",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.name;

  public SemverCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Prereleases prereleases = includePrerelease ? Prereleases.INCLUDE : Prereleases.IF_NAMED;
    if (range.equals("-")) {
      if (!versions.isEmpty()) {
        throw new ParameterException(spec.commandLine(), "with - the versions come from stdin too");
      }
      answerLines(prereleases);
      return ExitCode.YES;
    }
    if (versions.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'VERSION'");
    }
    List<Problem> problems = new ArrayList<>();
    @Nullable Range parsed = valueOrNull(Range.parse(range, prereleases), problems);
    List<Version> candidates = new ArrayList<>();
    for (String text : versions) {
      Version version = valueOrNull(Version.parse(text), problems);
      if (version != null) {
        candidates.add(version);
      }
    }
    if (parsed == null || !problems.isEmpty()) {
      console.err().print(ProblemText.render(problems));
      return ExitCode.USAGE;
    }
    return print(parsed, candidates);
  }

  private int print(Range parsed, List<Version> candidates) {
    List<Version> satisfying = candidates.stream().filter(parsed::contains).toList();
    switch (format) {
      case name -> {
        for (Version version : why ? candidates : satisfying) {
          console.out().println(why ? explain(parsed, version) : version);
        }
      }
      case json -> console.out().print(Machine.json(plain(parsed, candidates)));
      case yaml -> console.out().print(Machine.yaml(plain(parsed, candidates)));
    }
    console.out().flush();
    return satisfying.isEmpty() ? ExitCode.NO : ExitCode.YES;
  }

  private static String explain(Range range, Version version) {
    if (range.contains(version)) {
      return "✓ " + version + " satisfies " + range.text();
    }
    String reason = "✗ " + version + " does not satisfy " + range.text();
    if (version.isPrerelease()
        && range.prereleases() == Prereleases.IF_NAMED
        && Range.parse(range.text(), Prereleases.INCLUDE)
            .map(r -> r.contains(version))
            .equals(Checked.valid(true))) {
      reason +=
          ": a prerelease counts only where the range names one of the same version (see"
              + " --include-prerelease)";
    }
    return reason + "; " + range.smallestChangeAdmitting(version).text() + " would admit it";
  }

  private static Map<String, Object> plain(Range range, List<Version> candidates) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Version version : candidates) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("version", version.toString());
      row.put("satisfies", range.contains(version));
      rows.add(row);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("range", range.toString());
    result.put("versions", rows);
    return result;
  }

  private void answerLines(Prereleases prereleases) {
    try {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
      BufferedWriter answers =
          new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.write(answer(line, prereleases));
        answers.write('\n');
        if (!lines.ready()) {
          // Whoever types, or talks to us through a pipe, sees each answer at once.
          answers.flush();
        }
      }
      answers.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String answer(String line, Prereleases prereleases) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      return "error: expected range<TAB>version";
    }
    Checked<Range> range = Range.parse(line.substring(0, tab), prereleases);
    Checked<Version> version = Version.parse(line.substring(tab + 1));
    if (range instanceof Checked.Valid<Range>(Range r)
        && version instanceof Checked.Valid<Version>(Version v)) {
      return Boolean.toString(r.contains(v));
    }
    Problem first = (range.isValid() ? version.problems() : range.problems()).getFirst();
    Place place = first.place();
    return "error: " + first.message() + (place == null ? "" : " (column " + place.column() + ")");
  }

  private static <T> @Nullable T valueOrNull(Checked<T> checked, List<Problem> problems) {
    return switch (checked) {
      case Checked.Valid<T>(T value) -> value;
      case Checked.Invalid<T>(List<Problem> found) -> {
        problems.addAll(found);
        yield null;
      }
    };
  }
}
