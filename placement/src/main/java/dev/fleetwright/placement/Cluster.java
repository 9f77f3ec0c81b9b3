package dev.fleetwright.placement;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A cluster that objects can go to.
 *
 * @param labels what policies select by
 * @param properties what templates can use beside the labels and the name
 */
public record Cluster(String name, Map<String, String> labels, Map<String, String> properties) {

  /** The property that every cluster has. */
  public static final String NAME_PROPERTY = "clusterName";

  public Cluster {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
  }

  public Cluster(String name, Map<String, String> labels) {
    this(name, labels, Map.of());
  }

  /** All that templates can use; labels hide properties of the same name. */
  public Map<String, String> templateValues() {
    Map<String, String> values = new TreeMap<>(properties);
    values.putAll(labels);
    values.put(NAME_PROPERTY, name);
    return values;
  }
}
