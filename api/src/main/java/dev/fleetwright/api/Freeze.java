package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.release.kinds.FreezeSpec;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Nothing changes at some targets for a time. */
@JsonClassDescription("Nothing changes at some targets for a time")
@Group("release.fleetwright.dev")
@ShortNames("frz")
@Version("v1alpha1")
@AdditionalPrinterColumn(
    name = "Expires",
    jsonPath = ".spec.expiresAt",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".spec.reason",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Freeze extends CustomResource<FreezeSpec, Void> implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable FreezeSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Void initStatus() {
    return null;
  }
}
