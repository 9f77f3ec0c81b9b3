package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.kinds.ManifestWorkStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Objects on their way to one cluster, in its mailbox namespace. */
@JsonClassDescription("Objects on their way to one cluster, in its mailbox namespace")
@Group("work.open-cluster-management.io")
@Version("v1")
@ShortNames("work")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ManifestWork extends CustomResource<ManifestWorkSpec, ManifestWorkStatus>
    implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable ManifestWorkSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable ManifestWorkStatus initStatus() {
    return null;
  }
}
