package dev.fleetwright.render.module;

import dev.fleetwright.documents.Node;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Policies over several components, chosen by name or by labels; over all when neither is given.
 */
public record Scope(
    String name,
    List<Reference> policies,
    List<String> components,
    Map<String, String> labels,
    Map<String, @Nullable Object> spec,
    Node node) {

  public boolean covers(Component component) {
    boolean everything = components.isEmpty() && labels.isEmpty();
    boolean byLabels =
        !labels.isEmpty() && component.labels().entrySet().containsAll(labels.entrySet());
    return everything || components.contains(component.name()) || byLabels;
  }
}
