package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.ManagedClusterStatus.ClusterClaim;
import java.util.Collections;
import java.util.List;
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

  /** A ConfigMap of a cluster's name in this namespace holds properties of the cluster. */
  public static final String PROPERTIES_NAMESPACE = "customization-properties";

  /**
   * A cluster with all that is known about it. Annotations hide claims of the same name, and claims
   * hide what its ConfigMap says.
   *
   * @param written the entries of its ConfigMap in {@link #PROPERTIES_NAMESPACE}
   * @param claims what the cluster states about itself
   */
  public static Cluster of(
      String name,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<ClusterClaim> claims,
      Map<String, String> written) {
    Map<String, String> properties = new TreeMap<>(written);
    claims.forEach(claim -> properties.put(claim.name(), claim.value()));
    properties.putAll(annotations);
    return new Cluster(name, labels, properties);
  }

  /** All that templates can use; labels hide properties of the same name. */
  public Map<String, String> templateValues() {
    Map<String, String> values = new TreeMap<>(properties);
    values.putAll(labels);
    values.put(NAME_PROPERTY, name);
    return values;
  }
}
