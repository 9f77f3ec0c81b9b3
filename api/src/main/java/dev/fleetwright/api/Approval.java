package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.release.kinds.ApprovalSpec;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Somebody approves or rejects a release. */
@JsonClassDescription("Somebody approves or rejects a release")
@Group("release.fleetwright.dev")
@ShortNames("appr")
@Version("v1alpha1")
@AdditionalPrinterColumn(
    name = "Release",
    jsonPath = ".spec.release",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Verdict",
    jsonPath = ".spec.verdict",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Approver",
    jsonPath = ".spec.approver",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Approval extends CustomResource<ApprovalSpec, Void> implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable ApprovalSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Void initStatus() {
    return null;
  }
}
