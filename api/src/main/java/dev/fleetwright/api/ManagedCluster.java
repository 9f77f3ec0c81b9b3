package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.placement.kinds.ManagedClusterSpec;
import dev.fleetwright.placement.kinds.ManagedClusterStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A cluster of the inventory; its mailbox is the namespace of its name. */
@JsonClassDescription("A cluster of the inventory; its mailbox is the namespace of its name")
@Group("cluster.open-cluster-management.io")
@ShortNames("mcl")
@Version("v1")
@AdditionalPrinterColumn(
    name = "Accepted",
    jsonPath = ".spec.hubAcceptsClient",
    type = AdditionalPrinterColumn.Type.BOOLEAN)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ManagedCluster extends CustomResource<ManagedClusterSpec, ManagedClusterStatus> {

  // A record has no empty form to start from.
  @Override
  protected @Nullable ManagedClusterSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable ManagedClusterStatus initStatus() {
    return null;
  }
}
