package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.capability.kinds.ModuleManifestSpec;
import dev.fleetwright.capability.kinds.ModuleManifestStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** What a module provides and requires. */
@JsonClassDescription("What a module provides and requires")
@Group("game.platform")
@Version("v1alpha1")
@ShortNames("mm")
@AdditionalPrinterColumn(
    name = "Module",
    jsonPath = ".spec.module.id",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Version",
    jsonPath = ".spec.module.version",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ModuleManifest extends CustomResource<ModuleManifestSpec, ModuleManifestStatus>
    implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable ModuleManifestSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable ModuleManifestStatus initStatus() {
    return null;
  }
}
