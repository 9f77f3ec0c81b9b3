package dev.fleetwright.render.catalog;

import dev.fleetwright.render.plain.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What definitions and transformers say about themselves. */
public record Metadata(
    String apiVersion,
    String name,
    String description,
    Map<String, String> labels,
    Map<String, String> annotations) {

  public Metadata {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
  }

  /** Computed, never written. */
  public String fqn() {
    return apiVersion + "#" + name;
  }

  public static Metadata of(Map<String, @Nullable Object> metadata) {
    return new Metadata(
        Fields.text(metadata, "apiVersion", ""),
        Fields.text(metadata, "name", ""),
        Fields.text(metadata, "description", ""),
        Fields.strings(metadata, "labels"),
        Fields.strings(metadata, "annotations"));
  }
}
