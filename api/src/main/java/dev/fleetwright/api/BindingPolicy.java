package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingPolicyStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Which objects go to which clusters. */
@JsonClassDescription("Which objects go to which clusters")
@Group("control.kubestellar.io")
@Version("v1alpha1")
@ShortNames("bp")
@AdditionalPrinterColumn(
    name = "Ready",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Synced",
    jsonPath = ".status.conditions[?(@.type==\"Synced\")].status",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Collectors",
    jsonPath = ".status.conditions[?(@.type==\"StatusCollectorsAvailable\")].status",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class BindingPolicy extends CustomResource<BindingPolicySpec, BindingPolicyStatus> {

  // A record has no empty form to start from.
  @Override
  protected @Nullable BindingPolicySpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable BindingPolicyStatus initStatus() {
    return null;
  }
}
