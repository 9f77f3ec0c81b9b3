package dev.fleetwright.cli.language;

import dev.fleetwright.cel.CelEnvironment;
import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelResult;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "cel",
    description = "Evaluate a CEL expression and print its result with its type.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright cel '[1, 2, 3].filter(n, n > 1).map(n, n * 10)'",
      "  echo 'obj: {spec: {replicas: 3}}' | fleetwright cel 'obj.spec.replicas > 1' -f -",
      "",
      "Exits 1 when the expression or a file is invalid, or when the evaluation fails."
    })
public final class CelCommand implements Callable<Integer> {

  enum Format {
    /** The value and its type. */
    typed,
    /** The value alone, a string without quotes. */
    value,
    json,
    yaml
  }

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Console console;

  @Parameters(paramLabel = "EXPRESSION", description = "A CEL expression.")
  private String expression = "";

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "YAML or JSON whose top-level keys become variables; - is stdin. May be repeated.")
  private List<String> files = new ArrayList<>();

  @Option(names = "--absent-as-null", description = "Read a path that is not there as null.")
  private boolean absentAsNull;

  @Option(
      names = "--reads",
      description = "Print the paths that the expression reads; do not evaluate.")
  private boolean reads;

  @Option(
      names = {"-e", "--exit-status"},
      description = "Exit 1 also when the result is false or null.")
  private boolean exitStatus;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "typed",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.typed;

  public CelCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Map<String, @Nullable Object> variables = new LinkedHashMap<>();
    if (!files.isEmpty() && !readVariables(variables)) {
      return ExitCode.NO;
    }
    CelEnvironment.Builder environment = CelEnvironment.builder();
    variables.keySet().forEach(name -> environment.variable(name, ValueType.DYN));
    if (absentAsNull) {
      environment.absentAsNull();
    }
    return switch (environment.build().compile(expression)) {
      case Checked.Invalid<CelExpression>(List<Problem> problems) -> refuse(problems);
      case Checked.Valid<CelExpression>(CelExpression compiled) ->
          reads ? printReads(compiled) : print(compiled.evaluate(variables));
    };
  }

  private boolean readVariables(Map<String, @Nullable Object> variables) {
    SourceFiles.Sources sources = SourceFiles.read(files, console.in(), Limits.DEFAULT);
    Problems problems = new Problems();
    problems.addAll(sources.problems());
    for (Node root : new DocumentReader().read(sources.sources(), problems)) {
      if (root instanceof MappingNode mapping) {
        mapping.children().forEach((name, value) -> declare(name, value, variables, problems));
      } else {
        problems.add(
            root.problem(
                "not-a-mapping",
                "variables are the top-level keys of a mapping",
                "write them as  name: value"));
      }
    }
    console.err().print(ProblemText.render(problems.inOrderOf(sources.sources())));
    return !problems.hasErrors();
  }

  private static void declare(
      String name, Node value, Map<String, @Nullable Object> variables, Problems problems) {
    if (!IDENTIFIER.matcher(name).matches()) {
      problems.add(
          value.keyProblem(
              "invalid-variable-name",
              "\"" + name + "\" is no name for a variable",
              "use letters, digits and _ , not starting with a digit"));
    } else if (variables.containsKey(name)) {
      problems.add(
          value.keyProblem(
              "duplicate-variable",
              "the variable " + name + " is given twice",
              "keep one of them"));
    } else {
      variables.put(name, value.plain());
    }
  }

  private int printReads(CelExpression compiled) {
    compiled.reads().forEach(path -> console.out().println(path));
    console.out().flush();
    return ExitCode.YES;
  }

  private int print(CelResult result) {
    return switch (result) {
      case CelResult.Failure failure -> refuse(List.of(failure.problem()));
      case CelResult.Value value -> {
        if (value.absence() != null) {
          console.err().print(ProblemText.render(value.absence().asWarning()));
        }
        switch (format) {
          case typed -> console.out().println(value.json() + " (" + value.type().label() + ")");
          case value -> console.out().println(value.text());
          // The value has its own canonical JSON, with its own forms for what JSON lacks.
          case json ->
              console
                  .out()
                  .println(
                      "{\"type\": \""
                          + value.type().label()
                          + "\", \"value\": "
                          + value.json()
                          + "}");
          case yaml -> console.out().print(Machine.yaml(plain(value)));
        }
        console.out().flush();
        boolean no = value.value() == null || Boolean.FALSE.equals(value.value());
        yield exitStatus && no ? ExitCode.NO : ExitCode.YES;
      }
    };
  }

  private static Map<String, @Nullable Object> plain(CelResult.Value value) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("type", value.type().label());
    map.put("value", Machine.fromJson(value.json()));
    return map;
  }

  private int refuse(List<Problem> problems) {
    console.err().print(ProblemText.render(problems));
    return ExitCode.NO;
  }
}
