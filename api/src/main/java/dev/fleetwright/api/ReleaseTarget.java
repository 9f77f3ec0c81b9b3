package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.release.kinds.ReleaseTargetSpec;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** One place that the releases of a module go to. */
@JsonClassDescription("One place that the releases of a module go to")
@Group("release.fleetwright.dev")
@Version("v1alpha1")
@ShortNames("reltgt")
@AdditionalPrinterColumn(
    name = "World",
    jsonPath = ".spec.world",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Deployment",
    jsonPath = ".spec.deployment",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Resource",
    jsonPath = ".spec.resource.name",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Chosen",
    jsonPath = ".status.decision.release",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Current",
    jsonPath = ".status.current",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.decision.reason",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
public final class ReleaseTarget extends CustomResource<ReleaseTargetSpec, ReleaseTargetStatus>
    implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable ReleaseTargetSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable ReleaseTargetStatus initStatus() {
    return null;
  }
}
