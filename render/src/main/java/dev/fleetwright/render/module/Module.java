package dev.fleetwright.render.module;

import dev.fleetwright.documents.Node;
import dev.fleetwright.render.schema.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A module as it was written: components, values and policies over components.
 *
 * @param version {@code latest} unless given
 * @param components sorted by name, so that their order in the file changes nothing
 * @param hooks what must hold before and after rendering
 */
public record Module(
    String name,
    String version,
    @Nullable String defaultNamespace,
    Map<String, String> labels,
    Map<String, String> annotations,
    Values values,
    List<Component> components,
    List<Scope> scopes,
    Hooks hooks,
    Node node) {

  public static final String LATEST = "latest";

  public Module {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    components = List.copyOf(components);
    scopes = List.copyOf(scopes);
  }

  /**
   * What a module can be given from outside.
   *
   * @param schema null when the module takes no values
   */
  public record Values(
      @Nullable Schema schema, Map<String, @Nullable Object> defaults, @Nullable Node node) {

    public static final Values NONE = new Values(null, Map.of(), null);
  }

  /** A condition in CEL and what to say when it does not hold. */
  public record Hook(String rule, String message, String nextStep, @Nullable Node node) {}

  public record Hooks(List<Hook> pre, List<Hook> post) {

    public static final Hooks NONE = new Hooks(List.of(), List.of());

    public Hooks {
      pre = List.copyOf(pre);
      post = List.copyOf(post);
    }
  }
}
