package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.Source;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.module.Layers;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.ModuleReader;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.LikelySecrets;
import dev.fleetwright.render.plain.Redaction;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads what the commands work on, and collects what is wrong with it. */
final class Workspace {

  private final Console console;
  private final Problems problems = new Problems();
  private final List<Source> sources = new ArrayList<>();
  private final Set<String> secrets = new TreeSet<>();

  Workspace(Console console) {
    this.console = console;
  }

  boolean failed() {
    return problems.hasErrors();
  }

  void add(List<Problem> found) {
    found.forEach(problems::add);
  }

  /** Prints what was collected, in the order of the files. */
  void report() {
    Redaction redaction = new Redaction(secrets);
    List<Problem> shown = problems.inOrderOf(sources).stream().map(redaction::in).toList();
    console.err().print(ProblemText.render(shown));
  }

  List<Node> documents(List<String> names) {
    SourceFiles.Sources read = SourceFiles.read(names, console.in(), Limits.DEFAULT);
    problems.addAll(read.problems());
    sources.addAll(read.sources());
    List<Node> roots = new DocumentReader().read(read.sources(), problems);
    roots.forEach(root -> secrets.addAll(LikelySecrets.in(root.plain())));
    return roots;
  }

  /** The built-in library with what the folders add to it; null with problems. */
  @Nullable Library library(List<String> paths) {
    Library base = Library.builtIn();
    if (paths.isEmpty()) {
      return base;
    }
    List<Node> documents = documents(paths);
    return switch (base.withFunctions(JarFunctions.in(paths)).with(documents)) {
      case Checked.Valid<Library>(Library library) -> library;
      case Checked.Invalid<Library>(List<Problem> found) -> {
        add(found);
        yield null;
      }
    };
  }

  List<Provider> providers(Library library, List<String> names) {
    List<Provider> providers = new ArrayList<>();
    for (String name : names) {
      switch (library.provider(name.strip())) {
        case Checked.Valid<Provider>(Provider provider) -> providers.add(provider);
        case Checked.Invalid<Provider>(List<Problem> found) -> add(found);
      }
    }
    return providers;
  }

  /**
   * The one module of the files, with the components beside it. With problems it is null, or what
   * could be read of it, so that the rest is checked in the same run.
   */
  @Nullable Module module(List<String> files) {
    List<Node> modules = new ArrayList<>();
    List<Node> components = new ArrayList<>();
    for (Node root : documents(files)) {
      String kind = Fields.text(root.plain(), "kind", "");
      (kind.equals("Component") ? components : modules).add(root);
    }
    if (modules.size() != 1) {
      if (!failed() || modules.size() > 1) {
        problems.add(
            modules.isEmpty()
                ? new Problem(
                    "no-module",
                    "",
                    "there is no module in " + String.join(", ", files),
                    "give a file with a document of kind Module")
                : modules
                    .get(1)
                    .problem(
                        "several-documents",
                        "there are " + modules.size() + " documents, and a module is one",
                        "render one module at a time; definitions belong to --provider-path"));
      }
      return null;
    }
    ModuleReader.Reading reading = ModuleReader.readAll(modules.getFirst(), components);
    add(reading.problems());
    return reading.module();
  }

  Map<String, @Nullable Object> values(List<String> files, List<String> settings) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Node root : documents(files)) {
      if (root instanceof MappingNode mapping) {
        values = merged(values, mapping.plain());
      } else {
        problems.add(root.problem("not-a-mapping", "values are a mapping", "write name: value"));
      }
    }
    for (String setting : settings) {
      Map<String, @Nullable Object> one = Setting.parse(setting, problems);
      values = merged(values, one);
    }
    return values;
  }

  private static Map<String, @Nullable Object> merged(
      Map<String, @Nullable Object> under, Map<String, @Nullable Object> over) {
    return Layers.merged(under, over) instanceof Map<?, ?> map ? Fields.cast(map) : Map.of();
  }
}
