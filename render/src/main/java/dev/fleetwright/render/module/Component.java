package dev.fleetwright.render.module;

import dev.fleetwright.documents.Node;
import dev.fleetwright.render.catalog.DefinitionKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A component as it was written.
 *
 * @param name its key in the module, unless its metadata says otherwise
 * @param references the definitions that it names, by kind, in the order written
 * @param spec not checked yet
 * @param node where it stands
 */
public record Component(
    String name,
    @Nullable String namespace,
    Map<String, String> labels,
    Map<String, String> annotations,
    Map<DefinitionKind, List<Reference>> references,
    Map<String, @Nullable Object> spec,
    Node node) {

  public List<Reference> references(DefinitionKind kind) {
    return references.getOrDefault(kind, List.of());
  }
}
