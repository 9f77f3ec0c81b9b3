package dev.fleetwright.release;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A deployable version.
 *
 * @param id unique among the releases of its deployment
 * @param createdAt microseconds since 1970
 */
public record Release(
    String id,
    String deployment,
    long createdAt,
    Version version,
    Map<String, @Nullable Object> variables) {

  /** Version information: what people call it, and what rules read. */
  public record Version(
      String tag, Map<String, @Nullable Object> config, Map<String, String> metadata) {

    public Version {
      config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
      metadata = Map.copyOf(metadata);
    }
  }

  /** Oldest first; of two made at one time the smaller id comes first. */
  public static final Comparator<Release> OLDEST_FIRST =
      Comparator.comparingLong(Release::createdAt).thenComparing(Release::id);

  public Release {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /** Metadata keys and values are exact strings: {@code "TRUE"} is not {@code "true"}. */
  public boolean hasMetadata(String key, String value) {
    return value.equals(version.metadata().get(key));
  }

  public boolean isBefore(Release other) {
    return OLDEST_FIRST.compare(this, other) < 0;
  }
}
