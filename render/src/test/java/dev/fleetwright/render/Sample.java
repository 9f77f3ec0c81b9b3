package dev.fleetwright.render;

import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.ModuleReader;
import dev.fleetwright.render.module.TransformerContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Reads and renders modules in tests. */
final class Sample {

  private Sample() {}

  static List<Node> documents(String name, String yaml) {
    return new DocumentReader().read(new Source(name, yaml)).roots();
  }

  static Module module(String yaml) {
    return ModuleReader.read(documents("module.yaml", yaml).getFirst()).orThrow();
  }

  static Rendering render(String yaml) {
    return render(yaml, "kubernetes");
  }

  static Rendering render(String yaml, String provider) {
    Node root = documents("module.yaml", yaml).getFirst();
    return render(root, Library.builtIn(), provider, RenderOptions.DEFAULT, java.util.Map.of());
  }

  static Rendering render(
      Node root,
      Library library,
      String provider,
      RenderOptions options,
      java.util.Map<String, ?> values) {
    return switch (ModuleReader.read(root)) {
      case Checked.Invalid<Module>(List<Problem> problems) ->
          new Rendering(provider, List.of(), problems, List.of(), Set.of());
      case Checked.Valid<Module>(Module module) ->
          Render.render(
              module,
              library.provider(provider).orThrow(),
              TransformerContext.of(module).withValues(values),
              options);
    };
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
