package dev.fleetwright.cli.placement;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.placement.Inventory;
import dev.fleetwright.placement.LivePlacement;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Objects;
import dev.fleetwright.placement.Placement;
import dev.fleetwright.placement.Policies;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.work.Bounds;
import dev.fleetwright.placement.work.Deliveries;
import dev.fleetwright.placement.work.Transforms;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.placement.work.Wrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "place",
    description =
        "Decide which clusters get which objects: policies, clusters and objects from files to"
            + " Bindings and ManifestWorks.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright place -f examples/placement",
      "  fleetwright place -f examples/placement --why --object Deployment/nginx",
      "",
      "Exits 0 when all is well, and with --object when a cluster gets the object; else 1."
    })
public final class PlaceCommand implements Callable<Integer> {

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
      description = "YAML or JSON: a file, a folder, or - for stdin. May be repeated.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--why",
      description = "For each object and cluster, what matched or failed first.")
  private boolean why;

  @Option(
      names = "--object",
      paramLabel = "KIND/NAME",
      description = "Only this object; KIND/NAMESPACE/NAME where the name is not enough.")
  private @Nullable String object;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public PlaceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ObjectArgument wanted = argument();
    PlaceInput input = PlaceInput.read(files, console.in());
    List<Problem> problems = new ArrayList<>(input.problems());
    SortedSet<ObjectKey> shown = shown(input, wanted, problems);
    if (problems.stream().anyMatch(Problem::isError)) {
      console.err().print(ProblemText.render(problems));
      return ExitCode.NO;
    }
    LivePlacement live =
        Placement.live(
            Policies.of(input.policies()),
            Inventory.of(input.clusters()),
            Objects.of(input.objects()));
    input.bindings().forEach(live::putBinding);
    SortedMap<String, BindingSpec> bindings = new TreeMap<>(input.bindings());
    live.policies()
        .forEach(policy -> live.binding(policy).ifPresent(made -> bindings.put(policy, made)));
    if (why) {
      console.err().print(ProblemText.render(problems));
      printWhy(WhyOutput.of(live, shown, input.clusters()));
    } else {
      List<Work> works = wanted == null ? works(input, live, bindings, problems) : List.of();
      console.err().print(ProblemText.render(problems));
      print(live, bindings, works, shown, wanted != null);
    }
    console.out().flush();
    boolean fine =
        wanted == null
            ? problems.stream().noneMatch(Problem::isError)
            : shown.stream().anyMatch(key -> isPlaced(live, key));
    return fine ? ExitCode.YES : ExitCode.NO;
  }

  private @Nullable ObjectArgument argument() {
    String text = object;
    if (text == null) {
      return null;
    }
    try {
      return ObjectArgument.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          java.util.Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private static SortedSet<ObjectKey> shown(
      PlaceInput input, @Nullable ObjectArgument wanted, List<Problem> problems) {
    SortedSet<ObjectKey> shown = new TreeSet<>();
    SortedSet<String> names = new TreeSet<>();
    for (WorkloadObject candidate : input.objects()) {
      names.add(candidate.kind() + "/" + candidate.key().name());
      if (wanted == null || wanted.matches(candidate)) {
        shown.add(candidate.key());
      }
    }
    if (wanted != null && shown.isEmpty()) {
      problems.add(
          new Problem(
              "object-not-found",
              "",
              "no file has an object " + wanted,
              Suggestion.nearest(wanted.kind() + "/" + wanted.name(), names)
                  .map(near -> "did you mean " + near + "?")
                  .orElse("check the kind and the name")));
    }
    return shown;
  }

  private static boolean isPlaced(LivePlacement live, ObjectKey key) {
    return live.policiesOf(key).stream()
        .anyMatch(policy ->
            live.binding(policy).filter(binding -> !binding.destinations().isEmpty()).isPresent());
  }

  private static List<Work> works(
      PlaceInput input,
      LivePlacement live,
      SortedMap<String, BindingSpec> bindings,
      List<Problem> problems) {
    Transforms transforms = Transforms.of(input.transforms());
    transforms
        .problems()
        .forEach((name, found) ->
            found.forEach(problem ->
                problems.add(problem.withPath("CustomTransform " + name + ", " + problem.path()))));
    List<Work> works = new ArrayList<>();
    bindings.forEach((name, binding) -> {
      Deliveries deliveries =
          new Deliveries(name, binding, key -> Deliveries.Sight.of(live.object(key)), transforms);
      for (String clusterName : binding.clusters()) {
        live.cluster(clusterName)
            .ifPresent(cluster -> {
              Wrapped wrapped =
                  deliveries.forCluster(
                      cluster, input.works().getOrDefault(clusterName, Map.of()), Bounds.DEFAULT);
              works.addAll(wrapped.works());
              wrapped
                  .problems()
                  .forEach((key, found) ->
                      found.forEach(
                          problem -> problems.add(at(problem, clusterName + ", " + key))));
            });
      }
    });
    return works;
  }

  private static Problem at(Problem problem, String where) {
    return problem.withPath(
        "cluster " + where + (problem.path().isEmpty() ? "" : ", " + problem.path()));
  }

  private void print(
      LivePlacement live,
      SortedMap<String, BindingSpec> bindings,
      List<Work> works,
      SortedSet<ObjectKey> shown,
      boolean oneObject) {
    switch (format) {
      case table -> console.out().print(PlaceOutput.tables(live, bindings, works, shown));
      case yaml -> {
        String separator = "";
        for (Object made : PlaceOutput.objects(bindings, works)) {
          console.out().print(separator + Machine.yaml(made));
          separator = "---\n";
        }
      }
      case json -> {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("apiVersion", "v1");
        list.put("kind", "List");
        list.put("items", PlaceOutput.objects(bindings, works));
        console.out().print(Machine.json(list));
      }
    }
    if (oneObject && format != Format.table) {
      console
          .err()
          .println("note: --object narrows the table and --why; Bindings are printed whole");
    }
  }

  private void printWhy(WhyOutput output) {
    switch (format) {
      case table -> console.out().print(output.text());
      case json -> console.out().print(Machine.json(output));
      case yaml -> console.out().print(Machine.yaml(Machine.fromJson(Machine.json(output))));
    }
  }
}
