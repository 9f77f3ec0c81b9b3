package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Which module serves a requirement of another in a world. */
@JsonClassDescription("Which module serves a requirement of another in a world")
@Group("game.platform")
@Version("v1alpha1")
@ShortNames("capbind")
@AdditionalPrinterColumn(
    name = "Phase",
    jsonPath = ".status.phase",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Capability",
    jsonPath = ".spec.capabilityId",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Scope",
    jsonPath = ".spec.scope",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Provider",
    jsonPath = ".spec.provider.moduleManifestName",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Consumer",
    jsonPath = ".spec.consumer.moduleManifestName",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "World",
    jsonPath = ".spec.worldRef.name",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class CapabilityBinding
    extends CustomResource<CapabilityBindingSpec, CapabilityBindingStatus> implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable CapabilityBindingSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable CapabilityBindingStatus initStatus() {
    return null;
  }
}
