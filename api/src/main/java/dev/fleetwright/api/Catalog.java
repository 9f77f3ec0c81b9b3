package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** OPM definitions, providers and transformers of a platform team. */
@JsonClassDescription("OPM definitions, providers and transformers of a platform team")
@Group("release.fleetwright.dev")
@Version("v1alpha1")
@ShortNames("opmcat")
@AdditionalPrinterColumn(
    name = "Description",
    jsonPath = ".spec.description",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "In-Use",
    jsonPath = ".status.generationInUse",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Error",
    jsonPath = ".status.errors[0]",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Catalog extends CustomResource<CatalogSpec, CatalogStatus> {

  // A record has no empty form to start from.
  @Override
  protected @Nullable CatalogSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable CatalogStatus initStatus() {
    return null;
  }
}
