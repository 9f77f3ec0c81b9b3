package dev.fleetwright.render.output;

import dev.fleetwright.render.RenderedObject;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Yaml;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The forms of Kubernetes objects. */
final class KubernetesForms {

  private KubernetesForms() {}

  static List<OutputFile> stream(Rendering rendering) {
    StringBuilder out = new StringBuilder();
    for (RenderedObject object : rendering.objects()) {
      out.append("---\n").append(Yaml.text(object.object()));
    }
    return List.of(new OutputFile("manifests.yaml", out.toString()));
  }

  static List<OutputFile> list(Rendering rendering) {
    return List.of(new OutputFile("list.yaml", Yaml.text(asList(rendering))));
  }

  static List<OutputFile> json(Rendering rendering) {
    return List.of(new OutputFile("list.json", Json.pretty(asList(rendering))));
  }

  private static Map<String, @Nullable Object> asList(Rendering rendering) {
    Map<String, @Nullable Object> list = new LinkedHashMap<>();
    list.put("apiVersion", "v1");
    list.put("kind", "List");
    list.put("items", rendering.manifests());
    return list;
  }

  static List<OutputFile> files(Rendering rendering) {
    List<OutputFile> files = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (RenderedObject object : rendering.objects()) {
      Map<String, @Nullable Object> metadata = Fields.map(object.object(), "metadata");
      String apiVersion = Fields.text(object.object(), "apiVersion", "");
      String kind = Fields.text(object.object(), "kind", "").toLowerCase(Locale.ROOT);
      String name =
          Fields.text(metadata, "namespace", "cluster")
              + "/"
              + kind
              + "-"
              + Fields.text(metadata, "name", "");
      boolean taken = !names.add(name);
      files.add(
          new OutputFile(
              name + (taken ? "-" + apiVersion.replace('/', '-') : "") + ".yaml",
              Yaml.text(object.object())));
    }
    return files;
  }
}
