package dev.fleetwright.placement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object of the hub that may be sent to clusters.
 *
 * @param uid empty when no server gave it one
 * @param resourceVersion empty when no server gave it one
 * @param deleting whether its deletion has begun; it is then taken back from the clusters
 * @param content the whole object as plain maps and lists; not copied, and never changed
 */
public record WorkloadObject(
    ObjectKey key,
    String version,
    String kind,
    String uid,
    String resourceVersion,
    boolean deleting,
    Map<String, String> labels,
    Map<String, String> annotations,
    Map<String, Object> content) {

  /** Reads what placement needs to know from the object's metadata. */
  public static WorkloadObject of(ResourceType type, Map<String, Object> content) {
    Map<?, ?> metadata = content.get("metadata") instanceof Map<?, ?> map ? map : Map.of();
    return new WorkloadObject(
        new ObjectKey(
            type.group(),
            type.resource(),
            type.namespaced() ? namespace(text(metadata, "namespace")) : "",
            text(metadata, "name")),
        type.version(),
        type.kind(),
        text(metadata, "uid"),
        text(metadata, "resourceVersion"),
        metadata.get("deletionTimestamp") != null,
        texts(metadata.get("labels")),
        texts(metadata.get("annotations")),
        content);
  }

  private static String namespace(String written) {
    return written.isEmpty() ? "default" : written;
  }

  private static String text(Map<?, ?> map, String field) {
    return map.get(field) instanceof String text ? text : "";
  }

  private static Map<String, String> texts(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> map) || map.isEmpty()) {
      return Map.of();
    }
    Map<String, String> texts = LinkedHashMap.newLinkedHashMap(map.size());
    map.forEach((key, text) -> {
      if (key instanceof String name && text instanceof String string) {
        texts.put(name, string);
      }
    });
    return Collections.unmodifiableMap(texts);
  }
}
