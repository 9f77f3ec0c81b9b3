package dev.fleetwright.render.output;

import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.compose.ComposeFile;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Yaml;
import java.util.List;

/** The forms of a Compose file. */
final class ComposeForms {

  private ComposeForms() {}

  static List<OutputFile> yaml(Rendering rendering) {
    return List.of(
        new OutputFile("compose.yaml", Yaml.text(ComposeFile.of(rendering.manifests()))));
  }

  static List<OutputFile> json(Rendering rendering) {
    return List.of(
        new OutputFile("compose.json", Json.pretty(ComposeFile.of(rendering.manifests()))));
  }
}
