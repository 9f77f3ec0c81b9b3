package dev.fleetwright.documents;

import org.jspecify.annotations.Nullable;

/**
 * An object with its envelope.
 *
 * @param metadata where the kind brings its own kind of metadata, only the name and namespace
 * @param root the whole object
 */
public record Document(String apiVersion, String kind, ObjectMeta metadata, MappingNode root) {

  /** Empty when the object has none. */
  public String name() {
    String name = metadata.name();
    return name == null ? "" : name;
  }

  public @Nullable String namespace() {
    return metadata.namespace();
  }
}
