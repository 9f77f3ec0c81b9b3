package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.documents.Node;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.Render;
import dev.fleetwright.render.output.Renderer;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Provider;
import dev.fleetwright.render.transform.Transformer;
import dev.fleetwright.semver.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "provider",
    description = "List, describe, validate and test providers and their transformers.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright provider list",
      "  fleetwright provider describe kubernetes",
      "  fleetwright provider test my-transformers/"
    })
public final class ProviderCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  public ProviderCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(console.err());
    return ExitCode.USAGE;
  }

  @Command(
      name = "list",
      description = "The providers there are.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright provider list --provider-path my-transformers/")
  int list(@Mixin LibraryOptions options) {
    Workspace workspace = new Workspace(console);
    Library library = options.library(workspace);
    workspace.report();
    if (library == null) {
      return ExitCode.NO;
    }
    Table table =
        new Table("NAME", "VERSION", "NEEDS OPM", "FORMAT", "TRANSFORMERS", "DESCRIPTION");
    List<Object> rows = new ArrayList<>();
    for (Provider provider : library.providers().values()) {
      table.row(
          provider.name(),
          provider.metadata().version(),
          provider.metadata().minVersion(),
          provider.platform().format(),
          "" + provider.transformers().size(),
          provider.metadata().description());
      rows.add(json(provider));
    }
    console.out().print(options.print(rows, table::render));
    return ExitCode.YES;
  }

  private static Map<String, @Nullable Object> json(Provider provider) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("name", provider.name());
    out.put("description", provider.metadata().description());
    out.put("version", provider.metadata().version());
    out.put("minVersion", provider.metadata().minVersion());
    out.put("labels", provider.metadata().labels());
    out.put("transformers", List.copyOf(provider.transformers().keySet()));
    out.put("declaredResources", List.copyOf(provider.declaredResources()));
    out.put("declaredTraits", List.copyOf(provider.declaredTraits()));
    out.put("declaredPolicies", List.copyOf(provider.declaredPolicies()));
    out.put("allDefinitions", provider.allDefinitions());
    return out;
  }

  @Command(
      name = "describe",
      description = "What a provider can do: its transformers, definitions and renderers.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright provider describe kubernetes")
  int describe(
      @Parameters(paramLabel = "NAME", description = "A provider.") String name,
      @Mixin LibraryOptions options) {
    Workspace workspace = new Workspace(console);
    Library library = options.library(workspace);
    List<Provider> found =
        library == null ? List.of() : workspace.providers(library, List.of(name));
    workspace.report();
    if (found.isEmpty()) {
      return ExitCode.NO;
    }
    Provider provider = found.getFirst();
    console.out().print(options.print(json(provider), () -> text(provider)));
    return ExitCode.YES;
  }

  private String text(Provider provider) {
    StringBuilder out = new StringBuilder();
    out.append(console.bold(provider.name())).append(' ').append(provider.metadata().version());
    out.append(" (needs OPM ").append(provider.metadata().minVersion()).append(")\n");
    out.append(provider.metadata().description()).append("\n\n");
    Table transformers = new Table("TRANSFORMER", "PHASE", "GROUP", "NEEDS", "CAN USE");
    for (Transformer transformer : provider.transformers().values()) {
      transformers.row(
          transformer.fqn(),
          transformer.phase().name().toLowerCase(java.util.Locale.ROOT),
          transformer.exclusiveGroup() == null ? "" : transformer.exclusiveGroup(),
          needs(transformer.required(), transformer.requiredLabels()),
          needs(transformer.optional(), Map.of()));
    }
    out.append(transformers.render()).append("\nDefinitions:\n");
    provider.allDefinitions().forEach(fqn -> out.append("  ").append(fqn).append('\n'));
    out.append("\nRenderers:\n");
    Renderer.all().values().stream()
        .filter(r -> r.format().equals(provider.platform().format()))
        .forEach(r ->
            out.append("  ")
                .append(r.name())
                .append(' ')
                .append(r.version())
                .append("  ")
                .append(r.description())
                .append('\n'));
    return out.toString();
  }

  private static String needs(Transformer.Needs needs, Map<String, String> labels) {
    List<String> names = new ArrayList<>();
    needs.resources().values().forEach(d -> names.add(d.metadata().name()));
    needs.traits().values().forEach(d -> names.add(d.metadata().name()));
    needs.policies().values().forEach(d -> names.add(d.metadata().name()));
    labels.forEach((key, value) -> names.add(key + "=" + value));
    return String.join(", ", names);
  }

  @Command(
      name = "validate",
      description = "Check definitions, transformers and providers of your own.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright provider validate my-transformers/")
  int validate(
      @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files or folders.")
          List<String> paths) {
    Workspace workspace = new Workspace(console);
    Library library = workspace.library(paths);
    if (library != null) {
      for (Provider provider : library.providers().values()) {
        Version needed = Version.parse(provider.metadata().minVersion()).orThrow();
        if (needed.compareTo(Version.parse(Render.CORE_VERSION).orThrow()) > 0) {
          workspace.add(
              List.of(
                  new dev.fleetwright.model.Problem(
                      "provider-too-new",
                      "",
                      "the provider \""
                          + provider.name()
                          + "\" needs OPM "
                          + needed
                          + ", and this is "
                          + Render.CORE_VERSION,
                      "lower its minVersion, or use a newer Fleetwright")));
        }
      }
    }
    workspace.report();
    if (library == null || workspace.failed()) {
      return ExitCode.NO;
    }
    console.out().println("valid: " + String.join(", ", paths));
    return ExitCode.YES;
  }

  @Command(
      name = "test",
      description = "Run the tests that transformers carry: a component, and the objects it gives.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright provider test my-transformers/")
  int test(
      @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files or folders.")
          List<String> paths) {
    Workspace workspace = new Workspace(console);
    Library library = workspace.library(paths);
    workspace.report();
    if (library == null || workspace.failed()) {
      return ExitCode.NO;
    }
    int passed = 0;
    int failed = 0;
    for (Node root : new Workspace(console).documents(paths)) {
      for (TransformerTest test : TransformerTest.of(root, library)) {
        List<String> complaints = test.run();
        if (complaints.isEmpty()) {
          passed++;
          console.out().println(console.green("pass ") + test.name());
        } else {
          failed++;
          console.out().println(console.red("FAIL ") + test.name());
          complaints.forEach(line -> console.out().println("     " + line));
        }
      }
    }
    if (passed + failed == 0) {
      console.err().println("no transformer in " + String.join(", ", paths) + " has tests");
      return ExitCode.NO;
    }
    console.out().println(passed + " passed, " + failed + " failed");
    return failed == 0 ? ExitCode.YES : ExitCode.NO;
  }

  static String nameOf(Node root) {
    Map<String, @Nullable Object> metadata = Fields.map(root.plain(), "metadata");
    return Fields.text(metadata, "apiVersion", "") + "#" + Fields.text(metadata, "name", "");
  }
}
