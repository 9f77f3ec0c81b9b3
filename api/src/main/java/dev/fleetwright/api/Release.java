package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.release.kinds.ReleaseSpec;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A deployable version of a module. */
@JsonClassDescription("A deployable version of a module")
@Group("release.fleetwright.dev")
@Version("v1alpha1")
@ShortNames("rel")
@AdditionalPrinterColumn(
    name = "Deployment",
    jsonPath = ".spec.deployment",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Version",
    jsonPath = ".spec.version.tag",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Release extends CustomResource<ReleaseSpec, Void> implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable ReleaseSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Void initStatus() {
    return null;
  }
}
