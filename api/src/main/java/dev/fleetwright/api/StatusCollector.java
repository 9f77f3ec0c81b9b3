package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import dev.fleetwright.status.kinds.StatusCollectorStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A query over what clusters report about an object. */
@JsonClassDescription("A query over what clusters report about an object")
@Group("control.kubestellar.io")
@Version("v1alpha1")
@ShortNames("sc")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class StatusCollector
    extends CustomResource<StatusCollectorSpec, StatusCollectorStatus> {

  // A record has no empty form to start from.
  @Override
  protected @Nullable StatusCollectorSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable StatusCollectorStatus initStatus() {
    return null;
  }
}
