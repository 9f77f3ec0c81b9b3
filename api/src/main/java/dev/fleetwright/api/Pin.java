package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.release.kinds.PinSpec;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Some targets keep to one release for a time. */
@JsonClassDescription("Some targets keep to one release for a time")
@Group("release.fleetwright.dev")
@ShortNames("relpin")
@Version("v1alpha1")
@AdditionalPrinterColumn(
    name = "Release",
    jsonPath = ".spec.release",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Expires",
    jsonPath = ".spec.expiresAt",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Pin extends CustomResource<PinSpec, Void> implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable PinSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Void initStatus() {
    return null;
  }
}
