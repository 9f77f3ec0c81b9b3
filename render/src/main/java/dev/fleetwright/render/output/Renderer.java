package dev.fleetwright.render.output;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.Rendering;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Gives rendered objects the form in which they leave. Versioned like a provider: a new major
 * version changes the form.
 *
 * @param format the platform format that it takes
 */
public record Renderer(
    String name,
    String version,
    String format,
    String description,
    Function<Rendering, List<OutputFile>> form) {

  private static final Map<String, Renderer> BUILT_IN = new LinkedHashMap<>();

  static {
    add(
        "kubernetes-yaml",
        "kubernetes",
        "One stream of YAML documents in apply order",
        KubernetesForms::stream);
    add("kubernetes-list", "kubernetes", "One List as YAML", KubernetesForms::list);
    add("kubernetes-json", "kubernetes", "One List as JSON", KubernetesForms::json);
    add("kubernetes-files", "kubernetes", "One YAML file per object", KubernetesForms::files);
    add("compose-yaml", "docker-compose", "One Compose file", ComposeForms::yaml);
    add("compose-json", "docker-compose", "One Compose file as JSON", ComposeForms::json);
  }

  private static void add(
      String name, String format, String description, Function<Rendering, List<OutputFile>> form) {
    BUILT_IN.put(name, new Renderer(name, "1.0.0", format, description, form));
  }

  public static Map<String, Renderer> all() {
    return java.util.Collections.unmodifiableMap(BUILT_IN);
  }

  public static Checked<Renderer> find(String name, String format) {
    Renderer renderer = BUILT_IN.get(name);
    if (renderer != null && renderer.format.equals(format)) {
      return Checked.valid(renderer);
    }
    List<String> fitting =
        BUILT_IN.values().stream()
            .filter(r -> r.format.equals(format))
            .map(Renderer::name)
            .toList();
    return Checked.invalid(
        new Problem(
            "unknown-renderer",
            "",
            renderer == null
                ? "no renderer is named \"" + name + "\""
                : "the renderer \"" + name + "\" takes " + renderer.format + ", not " + format,
            Suggestion.nearest(name, fitting)
                .map(nearest -> "did you mean \"" + nearest + "\"?")
                .orElse("use one of: " + String.join(", ", fitting))));
  }

  public List<OutputFile> render(Rendering rendering) {
    return form.apply(rendering);
  }
}
