package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.status.kinds.StatusDetails;
import dev.fleetwright.status.kinds.WorkStatusSpec;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.AnyType;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one cluster reports about one object, in the cluster's mailbox namespace. */
@JsonClassDescription(
    "What one cluster reports about one object, in the cluster's mailbox namespace")
@Group("control.kubestellar.io")
@ShortNames("ws")
@Version("v1alpha1")
@Plural("workstatuses")
@AdditionalPrinterColumn(
    name = "Kind",
    jsonPath = ".spec.sourceRef.kind",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Namespace",
    jsonPath = ".spec.sourceRef.namespace",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Name",
    jsonPath = ".spec.sourceRef.name",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class WorkStatus extends CustomResource<WorkStatusSpec, AnyType>
    implements Namespaced {

  @JsonPropertyDescription("How this came about.")
  @JsonProperty("statusDetails")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private @Nullable StatusDetails statusDetails;

  public @Nullable StatusDetails statusDetails() {
    return statusDetails;
  }

  public void statusDetails(@Nullable StatusDetails newDetails) {
    this.statusDetails = newDetails;
  }

  /** The status of the object as its cluster has it; null when it has none. */
  @SuppressWarnings("unchecked") // JSON objects are read as maps with text keys
  public @Nullable Map<String, Object> reported() {
    return getStatus() != null && getStatus().getValue() instanceof Map<?, ?> map
        ? (Map<String, Object>) map
        : null;
  }

  public void reported(@Nullable Map<String, Object> status) {
    setStatus(status == null ? null : new AnyType(status));
  }

  @Override
  protected @Nullable WorkStatusSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable AnyType initStatus() {
    return null;
  }
}
