package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.Coverage;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.Render;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.output.OutputFile;
import dev.fleetwright.render.output.Renderer;
import dev.fleetwright.render.transform.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "render",
    description = "Render a module to the objects of a platform.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright render -f examples/render/shop.yaml | kubectl apply -f -",
      "  fleetwright render -f examples/render/shop.yaml --why",
      "  fleetwright render -f examples/render/shop.yaml --provider kubernetes,docker-compose"
          + " --out-dir out",
      "",
      "Exits 1 when anything is wrong; then nothing is rendered."
    })
public final class RenderCommand implements Callable<Integer> {

  enum Format {
    yaml,
    json
  }

  private final Console console;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      required = true,
      description = "The module: a file, a folder or - for stdin. May be repeated.")
  private List<String> files = new ArrayList<>();

  @Mixin private ModuleOptions options = new ModuleOptions();

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "yaml",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.yaml;

  @Option(
      names = "--renderer",
      paramLabel = "NAME",
      description = "The form of the output, see: fleetwright provider describe NAME.")
  private @Nullable String renderer;

  @Option(
      names = "--out-dir",
      paramLabel = "DIR",
      description = "Write one file per object (Kubernetes) or compose.yaml there, not to stdout.")
  private @Nullable String outDir;

  @Option(
      names = "--why",
      description = "Say why instead: candidates, scores, sources of each field.")
  private boolean why;

  @Option(names = "--dry-run", description = "Check everything and write nothing.")
  private boolean dryRun;

  @Option(names = "--coverage", description = "Print what each platform makes of each definition.")
  private boolean coverage;

  public RenderCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Workspace workspace = new Workspace(console);
    Library library = workspace.library(options.providerPaths);
    Module module = workspace.module(files);
    Map<String, @Nullable Object> values = workspace.values(options.values, options.settings);
    List<Provider> providers =
        library == null ? List.of() : workspace.providers(library, options.providers);
    if (module == null) {
      workspace.report();
      return ExitCode.NO;
    }
    TransformerContext context =
        TransformerContext.of(module)
            .withNamespace(options.namespace)
            .withEnvironment(options.environment)
            .withRegion(options.region)
            .withValues(values);
    Map<Provider, Rendering> renderings = new LinkedHashMap<>();
    for (Provider provider : providers) {
      Rendering rendering = Render.render(module, provider, context, options.renderOptions());
      renderings.put(provider, rendering);
      workspace.add(rendering.problems());
    }
    if (why) {
      renderings.forEach((provider, rendering) ->
          console
              .out()
              .print(
                  format == Format.json
                      ? Why.json(rendering, module, provider, context)
                      : Why.text(console, rendering, module, provider, context)));
    }
    int exit = why || workspace.failed() ? ExitCode.YES : print(workspace, renderings);
    if (coverage || providers.size() > 1) {
      console.err().print(matrix(renderings));
    }
    workspace.report();
    return workspace.failed() ? ExitCode.NO : exit;
  }

  private int print(Workspace workspace, Map<Provider, Rendering> renderings) throws IOException {
    List<OutputFile> files = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Provider, Rendering> entry : renderings.entrySet()) {
      Provider provider = entry.getKey();
      String form = provider.platform().format();
      switch (Renderer.find(rendererName(form), form)) {
        case Checked.Invalid<Renderer>(List<Problem> found) -> workspace.add(found);
        case Checked.Valid<Renderer>(Renderer chosen) -> {
          boolean several = renderings.size() > 1;
          for (OutputFile file : chosen.render(entry.getValue())) {
            files.add(
                several ? new OutputFile(provider.name() + "/" + file.name(), file.text()) : file);
            boolean labelled = several && format == Format.yaml;
            text.append(labelled ? "---\n# " + provider.name() + "\n" : "").append(file.text());
          }
        }
      }
    }
    if (workspace.failed() || dryRun) {
      return ExitCode.YES;
    }
    if (outDir == null) {
      console.out().print(text);
      console.out().flush();
    } else {
      write(Path.of(outDir), files, workspace);
    }
    return ExitCode.YES;
  }

  private String rendererName(String form) {
    if (renderer != null) {
      return renderer;
    }
    String prefix = form.equals("kubernetes") ? "kubernetes-" : "compose-";
    boolean split = outDir != null && form.equals("kubernetes");
    return prefix + (split ? "files" : format == Format.json ? "json" : "yaml");
  }

  private void write(Path folder, List<OutputFile> files, Workspace workspace) throws IOException {
    try {
      for (OutputFile file : files) {
        Path target = folder.resolve(file.name());
        Files.createDirectories(target.toAbsolutePath().getParent());
        Files.writeString(target, file.text());
      }
      console.err().println("wrote " + files.size() + " files to " + folder);
    } catch (IOException e) {
      workspace.add(
          List.of(
              new Problem(
                  "cannot-write",
                  "",
                  "cannot write to " + folder + ": " + e.getMessage(),
                  "choose a folder that can be written")));
    }
  }

  private static String matrix(Map<Provider, Rendering> renderings) {
    List<String> headers = new ArrayList<>(List.of("COMPONENT", "DEFINITION"));
    renderings.keySet().forEach(p -> headers.add(p.name().toUpperCase(java.util.Locale.ROOT)));
    Table table = new Table(headers.toArray(String[]::new));
    for (Coverage row : Coverage.of(renderings)) {
      List<String> cells = new ArrayList<>(List.of(row.component(), row.definition()));
      renderings.keySet().forEach(p -> cells.add(row.cells().getOrDefault(p.name(), "-")));
      table.row(cells.toArray(String[]::new));
    }
    return table.render();
  }
}
