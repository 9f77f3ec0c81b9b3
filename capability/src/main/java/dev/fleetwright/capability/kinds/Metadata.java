package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the resolver reads and writes of the metadata of an object. */
public record Metadata(
    @JsonPropertyDescription("Name") @Required String name,
    @JsonPropertyDescription("Namespace; empty means default") String namespace,
    @JsonPropertyDescription("UID; absent in files") @Nullable String uid,
    @JsonPropertyDescription("Generation of the spec; absent in files") @Nullable Long generation,
    @JsonPropertyDescription("Labels") Map<String, String> labels,
    @JsonPropertyDescription("Annotations") Map<String, String> annotations,
    @JsonPropertyDescription("Owners") List<OwnerReference> ownerReferences) {

  public static final String DEFAULT_NAMESPACE = "default";

  public Metadata {
    namespace = namespace.isEmpty() ? DEFAULT_NAMESPACE : namespace;
    labels = Copies.of(labels);
    annotations = Copies.of(annotations);
    ownerReferences = Copies.of(ownerReferences);
  }

  public static Metadata of(String namespace, String name) {
    return new Metadata(name, namespace, null, null, Map.of(), Map.of(), List.of());
  }
}
