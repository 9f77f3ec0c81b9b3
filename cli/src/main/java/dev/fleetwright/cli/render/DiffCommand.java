package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.Render;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.output.Change;
import dev.fleetwright.render.output.Difference;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "diff",
    description = "Render twice and show what differs: other modules, providers or values.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright diff shop-1.2.yaml shop-1.3.yaml",
      "  fleetwright diff -f shop-1.3.yaml --against shop-1.2.yaml",
      "  fleetwright diff -f shop.yaml --with-values production.yaml",
      "  fleetwright diff -f shop.yaml --with-provider-path new-transformers/",
      "",
      "Exits 0 without differences, 1 with some or when a side is invalid."
    })
public final class DiffCommand implements Callable<Integer> {

  enum Format {
    text,
    json
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..2",
      paramLabel = "FILE",
      description = "The module before and the module after.")
  private List<String> pair = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The module before; the one after with --against. May be repeated.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "The module before, where -f is the one after. May be repeated.")
  private List<String> against = new ArrayList<>();

  @Mixin private ModuleOptions options = new ModuleOptions();

  @Option(
      names = "--with-file",
      paramLabel = "FILE",
      description = "The module after; the same unless given.")
  private List<String> otherFiles = new ArrayList<>();

  @Option(names = "--with-values", paramLabel = "FILE", description = "More values after.")
  private List<String> otherValues = new ArrayList<>();

  @Option(names = "--with-set", paramLabel = "a.b=c", description = "One more value after.")
  private List<String> otherSettings = new ArrayList<>();

  @Option(names = "--with-provider", paramLabel = "NAME", description = "The provider after.")
  private @Nullable String otherProvider;

  @Option(
      names = "--with-provider-path",
      paramLabel = "DIR",
      description = "More definitions and transformers after.")
  private List<String> otherPaths = new ArrayList<>();

  @Option(names = "--provenance", description = "Count annotations about versions as differences.")
  private boolean provenance;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.text;

  public DiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Sides sides = sides();
    Workspace workspace = new Workspace(console);
    List<String> paths = new ArrayList<>(options.providerPaths);
    paths.addAll(otherPaths);
    List<String> values = new ArrayList<>(options.values);
    values.addAll(otherValues);
    List<String> settings = new ArrayList<>(options.settings);
    settings.addAll(otherSettings);
    String provider = options.providers.getFirst();
    Rendering before =
        side(
            workspace,
            sides.before,
            options.providerPaths,
            provider,
            options.values,
            options.settings);
    Rendering after =
        side(
            workspace,
            sides.after,
            paths,
            otherProvider == null ? provider : otherProvider,
            values,
            settings);
    workspace.report();
    if (before == null || after == null || workspace.failed()) {
      return ExitCode.NO;
    }
    List<Change> changes = Difference.between(before, after, provenance);
    console.out().print(format == Format.json ? Machine.json(json(changes)) : text(changes));
    console.err().println(summary(changes));
    return changes.isEmpty() ? ExitCode.YES : ExitCode.NO;
  }

  private record Sides(List<String> before, List<String> after) {}

  private Sides sides() {
    boolean named = !files.isEmpty() || !against.isEmpty() || !otherFiles.isEmpty();
    if (named == !pair.isEmpty() || (!named && pair.size() != 2) || (named && files.isEmpty())) {
      throw new ParameterException(
          spec.commandLine(), "Name two modules, BEFORE AFTER, or one with -f");
    }
    if (!against.isEmpty() && !otherFiles.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--against and --with-file exclude each other");
    }
    if (!named) {
      return new Sides(List.of(pair.getFirst()), List.of(pair.getLast()));
    }
    if (!against.isEmpty()) {
      return new Sides(against, files);
    }
    return new Sides(files, otherFiles.isEmpty() ? files : otherFiles);
  }

  private static String summary(List<Change> changes) {
    if (changes.isEmpty()) {
      return "no differences";
    }
    Map<Change.Kind, Integer> counts = new EnumMap<>(Change.Kind.class);
    changes.forEach(change -> counts.merge(change.kind(), 1, Integer::sum));
    return counts.getOrDefault(Change.Kind.ADDED, 0)
        + " added, "
        + counts.getOrDefault(Change.Kind.CHANGED, 0)
        + " changed, "
        + counts.getOrDefault(Change.Kind.REMOVED, 0)
        + " removed";
  }

  private @Nullable Rendering side(
      Workspace workspace,
      List<String> moduleFiles,
      List<String> paths,
      String providerName,
      List<String> valueFiles,
      List<String> settings) {
    Library library = workspace.library(paths);
    Module module = workspace.module(moduleFiles);
    Map<String, @Nullable Object> values = workspace.values(valueFiles, settings);
    if (library == null || module == null) {
      return null;
    }
    List<Provider> providers = workspace.providers(library, List.of(providerName));
    if (providers.isEmpty()) {
      return null;
    }
    TransformerContext context =
        TransformerContext.of(module)
            .withNamespace(options.namespace)
            .withEnvironment(options.environment)
            .withRegion(options.region)
            .withValues(values);
    Rendering rendering =
        Render.render(module, providers.getFirst(), context, options.renderOptions());
    workspace.add(rendering.errors());
    return rendering;
  }

  private String text(List<Change> changes) {
    StringBuilder out = new StringBuilder();
    for (Change change : changes) {
      switch (change.kind()) {
        case ADDED -> out.append(console.green("+ " + change.identity())).append('\n');
        case REMOVED -> out.append(console.red("- " + change.identity())).append('\n');
        case CHANGED -> {
          out.append(console.yellow("~ " + change.identity())).append('\n');
          for (Change.Field field : change.fields()) {
            if (field.before() != null) {
              out.append("  - ")
                  .append(field.path())
                  .append(": ")
                  .append(field.before())
                  .append('\n');
            }
            if (field.after() != null) {
              out.append("  + ")
                  .append(field.path())
                  .append(": ")
                  .append(field.after())
                  .append('\n');
            }
          }
        }
      }
    }
    return out.toString();
  }

  private static List<Object> json(List<Change> changes) {
    List<Object> out = new ArrayList<>();
    for (Change change : changes) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("object", change.identity());
      one.put("change", change.kind().name().toLowerCase(java.util.Locale.ROOT));
      List<Object> fields = new ArrayList<>();
      for (Change.Field field : change.fields()) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("path", field.path());
        row.put("before", field.before());
        row.put("after", field.after());
        fields.add(row);
      }
      one.put("fields", fields);
      out.add(one);
    }
    return out;
  }
}
