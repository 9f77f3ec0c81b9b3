package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.release.kinds.ReleasePolicySpec;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Rules for which releases may run where, and when. */
@JsonClassDescription("Rules for which releases may run where, and when")
@Group("release.fleetwright.dev")
@Version("v1alpha1")
@ShortNames("relpol")
@AdditionalPrinterColumn(
    name = "Priority",
    jsonPath = ".spec.priority",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class ReleasePolicy extends CustomResource<ReleasePolicySpec, Void>
    implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable ReleasePolicySpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Void initStatus() {
    return null;
  }
}
