package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.catalog.Fqn;
import dev.fleetwright.render.plain.Yaml;
import dev.fleetwright.render.schema.FieldDescription;
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
    name = "catalog",
    description = "The definitions that components are made of.",
    footerHeading = "%nExamples:%n",
    footer = {"  fleetwright catalog list", "  fleetwright catalog describe Container"})
public final class CatalogCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  public CatalogCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(console.err());
    return ExitCode.USAGE;
  }

  @Command(
      name = "list",
      description = "All definitions.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright catalog list")
  int list(@Mixin LibraryOptions options) {
    Workspace workspace = new Workspace(console);
    Library library = options.library(workspace);
    workspace.report();
    if (library == null) {
      return ExitCode.NO;
    }
    Table table = new Table("KIND", "FQN", "FIELD", "DESCRIPTION");
    List<Object> rows = new ArrayList<>();
    for (Definition definition : library.catalog().all()) {
      table.row(
          definition.kind().kind(),
          definition.fqn(),
          definition.spec().name(),
          definition.metadata().description());
      rows.add(
          Map.of(
              "kind", definition.kind().kind(),
              "fqn", definition.fqn(),
              "field", definition.spec().name(),
              "description", definition.metadata().description()));
    }
    console.out().print(options.print(rows, table::render));
    return ExitCode.YES;
  }

  @Command(
      name = "describe",
      description = "A definition's fields, defaults and an example, from its schema.",
      footerHeading = "%nExample:%n",
      footer = "  fleetwright catalog describe opm.dev/traits/network@v1#Expose")
  int describe(
      @Parameters(paramLabel = "NAME", description = "A fully qualified name, or its last part.")
          String name,
      @Mixin LibraryOptions options) {
    Workspace workspace = new Workspace(console);
    Library library = options.library(workspace);
    if (library == null) {
      workspace.report();
      return ExitCode.NO;
    }
    List<Definition> found = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (Definition definition : library.catalog().all()) {
      known.add(definition.fqn());
      if (definition.fqn().equals(name) || definition.metadata().name().equalsIgnoreCase(name)) {
        found.add(definition);
      }
    }
    if (found.isEmpty()) {
      workspace.add(
          List.of(
              new Problem(
                  "unknown-definition",
                  "",
                  "no definition is named " + name,
                  Fqn.nearest(name, known)
                      .map(nearest -> "did you mean " + nearest + "?")
                      .orElse("see: fleetwright catalog list"))));
      workspace.report();
      return ExitCode.NO;
    }
    for (Definition definition : found) {
      console.out().print(options.print(json(definition), () -> text(definition)));
    }
    return ExitCode.YES;
  }

  private String text(Definition definition) {
    StringBuilder out = new StringBuilder();
    out.append(console.bold(definition.fqn()))
        .append(" (")
        .append(definition.kind().word())
        .append(")\n");
    out.append(definition.metadata().description()).append('\n');
    switch (definition) {
      case Definition.Trait trait when !trait.appliesTo().isEmpty() ->
          out.append("Applies to: ").append(String.join(", ", trait.appliesTo())).append('\n');
      case Definition.Policy policy ->
          out.append("On violation: ").append(policy.enforcement().onViolation()).append('\n');
      case Definition.Blueprint blueprint -> {
        List<String> parts = new ArrayList<>(blueprint.composedResources());
        parts.addAll(blueprint.composedTraits());
        out.append("Composed of: ").append(String.join(", ", parts)).append('\n');
      }
      default -> {}
    }
    Table table = new Table("FIELD", "TYPE", "REQUIRED", "DEFAULT", "DESCRIPTION");
    for (FieldDescription field : definition.spec().schema().fields()) {
      String path =
          definition.spec().name()
              + (field.path().isEmpty() || field.path().startsWith("[") ? "" : ".")
              + field.path();
      table.row(
          path,
          field.type(),
          field.required() ? "yes" : "",
          field.defaultText(),
          field.description());
    }
    out.append('\n').append(table.render());
    Object example = definition.spec().example();
    if (example != null) {
      Map<String, @Nullable Object> spec = new LinkedHashMap<>();
      spec.put(definition.spec().name(), example);
      out.append("\nExample:\n").append(Yaml.text(Map.of("spec", spec)));
    }
    return out.toString();
  }

  private static Map<String, @Nullable Object> json(Definition definition) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("kind", definition.kind().kind());
    out.put("fqn", definition.fqn());
    out.put("description", definition.metadata().description());
    out.put("labels", definition.metadata().labels());
    out.put("field", definition.spec().name());
    out.put("schema", definition.spec().source());
    out.put("defaults", definition.defaults());
    out.put("example", definition.spec().example());
    return out;
  }
}
