package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Names the ManifestWork that a swarm is made from, and the hash of its content. The manifests
 * themselves do not travel on the bus.
 */
public record TemplateRef(String namespace, String name, String hash) {

  public TemplateRef {
    if (namespace.isEmpty() || name.isEmpty() || hash.isEmpty()) {
      throw new IllegalArgumentException("a template has a namespace, a name and a hash");
    }
  }

  /** Reads {@code args.template}; the AsyncAPI file has checked its form when it is there. */
  public static Optional<TemplateRef> fromArgs(@Nullable JsonNode args) {
    JsonNode template = args == null ? null : args.get("template");
    return template == null
        ? Optional.empty()
        : Optional.of(
            new TemplateRef(
                template.path("namespace").asText(),
                template.path("name").asText(),
                template.path("hash").asText()));
  }

  public ObjectNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("namespace", namespace)
        .put("name", name)
        .put("hash", hash);
  }
}
