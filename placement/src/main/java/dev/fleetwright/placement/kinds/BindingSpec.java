package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A policy resolved: these objects go to these clusters. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record BindingSpec(
    @JsonPropertyDescription("The objects.") @Nullable Workload workload,
    @JsonPropertyDescription("The clusters, sorted, each once.") List<Destination> destinations) {

  public BindingSpec {
    destinations = Copies.of(destinations);
  }

  /** The objects of a Binding, sorted. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Workload(
      @JsonPropertyDescription("Objects without a namespace.")
          List<ClusterScopeDownsyncClause> clusterScope,
      @JsonPropertyDescription("Objects in namespaces.")
          List<NamespaceScopeDownsyncClause> namespaceScope) {

    public static final Workload NONE = new Workload(List.of(), List.of());

    public Workload {
      clusterScope = Copies.of(clusterScope);
      namespaceScope = Copies.of(namespaceScope);
    }
  }

  /** A cluster. */
  public record Destination(
      @JsonPropertyDescription("The name of the ManagedCluster.") String clusterId) {}

  public Workload objects() {
    return workload == null ? Workload.NONE : workload;
  }

  public List<String> clusters() {
    return destinations.stream().map(Destination::clusterId).toList();
  }
}
