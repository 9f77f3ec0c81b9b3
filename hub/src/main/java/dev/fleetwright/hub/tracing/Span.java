package dev.fleetwright.hub.tracing;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that took time.
 *
 * @param traceId 32 hexadecimal digits, the same for a span and those below it
 * @param spanId 16 hexadecimal digits
 * @param parentId of the span above; null for the first
 * @param attributes texts, whole numbers and booleans
 * @param error what went wrong; null when nothing did
 */
public record Span(
    String traceId,
    String spanId,
    @Nullable String parentId,
    String name,
    Instant start,
    Instant end,
    Map<String, Object> attributes,
    @Nullable String error) {

  public Span {
    attributes = Map.copyOf(attributes);
  }
}
