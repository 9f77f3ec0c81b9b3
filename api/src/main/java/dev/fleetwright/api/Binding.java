package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.BindingStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** The objects and clusters that a BindingPolicy selects now. */
@JsonClassDescription("The objects and clusters that a BindingPolicy selects now")
@Group("control.kubestellar.io")
@Version("v1alpha1")
@ShortNames("bdg")
@AdditionalPrinterColumn(
    name = "Synced",
    jsonPath = ".status.conditions[?(@.type==\"Synced\")].status",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Applied",
    jsonPath = ".status.conditions[?(@.type==\"Applied\")].status",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Binding extends CustomResource<BindingSpec, BindingStatus> {

  // A record has no empty form to start from.
  @Override
  protected @Nullable BindingSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable BindingStatus initStatus() {
    return null;
  }
}
