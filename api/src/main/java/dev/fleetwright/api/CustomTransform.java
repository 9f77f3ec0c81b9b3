package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.placement.kinds.CustomTransformSpec;
import dev.fleetwright.placement.kinds.CustomTransformStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Fields that are left out when objects of a kind are sent. */
@JsonClassDescription("Fields that are left out when objects of a kind are sent")
@Group("control.kubestellar.io")
@Version("v1alpha1")
@ShortNames("ct")
@AdditionalPrinterColumn(
    name = "Resource",
    jsonPath = ".spec.resource",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class CustomTransform
    extends CustomResource<CustomTransformSpec, CustomTransformStatus> {

  // A record has no empty form to start from.
  @Override
  protected @Nullable CustomTransformSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable CustomTransformStatus initStatus() {
    return null;
  }
}
