package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.documents.Kind;
import dev.fleetwright.documents.NameRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of this module as documents. */
public final class PlacementKinds {

  public static final String CONTROL = "control.kubestellar.io/v1alpha1";
  public static final String CLUSTER = "cluster.open-cluster-management.io/v1";
  public static final String WORK = "work.open-cluster-management.io/v1";

  public static final Kind<BindingPolicy> BINDING_POLICY =
      Kind.of(CONTROL, "BindingPolicy", BindingPolicy.class);
  public static final Kind<Binding> BINDING = Kind.of(CONTROL, "Binding", Binding.class);
  public static final Kind<CustomTransform> CUSTOM_TRANSFORM =
      Kind.of(CONTROL, "CustomTransform", CustomTransform.class);

  /** Names of clusters become parts of other names. */
  public static final Kind<ManagedCluster> MANAGED_CLUSTER =
      Kind.of(CLUSTER, "ManagedCluster", ManagedCluster.class).named(NameRule.DNS_LABEL);

  public static final Kind<ManifestWork> MANIFEST_WORK =
      Kind.of(WORK, "ManifestWork", ManifestWork.class);

  private PlacementKinds() {}

  /** Which objects go to which clusters. */
  public record BindingPolicy(
      @JsonPropertyDescription("The policy.") BindingPolicySpec spec,
      @JsonPropertyDescription("What became of it.") @Nullable BindingPolicyStatus status) {}

  /** A policy resolved. */
  public record Binding(
      @JsonPropertyDescription("What goes where.") BindingSpec spec,
      @JsonPropertyDescription("What became of it.") @Nullable BindingStatus status) {}

  /** Fields that are removed on the way. */
  public record CustomTransform(
      @JsonPropertyDescription("What is removed from what.") CustomTransformSpec spec,
      @JsonPropertyDescription("What is wrong with it.") @Nullable CustomTransformStatus status) {}

  /** A cluster of the inventory. */
  public record ManagedCluster(
      @JsonPropertyDescription("How it is reached and kept.") @Nullable ManagedClusterSpec spec,
      @JsonPropertyDescription("What is known about it.") @Nullable ManagedClusterStatus status) {

    /** Facts that the cluster states about itself. */
    public List<ManagedClusterStatus.ClusterClaim> claims() {
      return status == null ? List.of() : status.clusterClaims();
    }
  }

  /** Objects on their way to a cluster. */
  public record ManifestWork(
      @JsonPropertyDescription("The objects.") ManifestWorkSpec spec,
      @JsonPropertyDescription("What became of them.") @Nullable ManifestWorkStatus status) {}
}
