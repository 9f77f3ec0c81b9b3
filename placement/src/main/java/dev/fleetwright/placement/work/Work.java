package dev.fleetwright.placement.work;

import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A ManifestWork in a cluster's mailbox namespace.
 *
 * @param digest of the specification, so that the other side can tell whether it has this one
 */
public record Work(
    String cluster, String name, Map<String, String> labels, ManifestWorkSpec spec, String digest) {

  public static final String OWNER_KIND = "fleetwright.dev/owner-kind";
  public static final String OWNER_NAMESPACE = "fleetwright.dev/owner-namespace";
  public static final String OWNER_NAME = "fleetwright.dev/owner-name";
  public static final String DIGEST = "fleetwright.dev/digest";

  public Work {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }
}
