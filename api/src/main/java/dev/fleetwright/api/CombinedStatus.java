package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.Value;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.SchemaSwap;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the clusters report about one object, combined by the collectors that were asked for. */
@JsonClassDescription(
    "What the clusters report about one object, combined by the collectors that were asked for")
@Group("control.kubestellar.io")
@Version("v1alpha1")
@Plural("combinedstatuses")
@ShortNames("cs")
// The generator knows no list of anything; CRD files say what stands in it.
@SchemaSwap(originalType = Value.class, fieldName = "array", targetType = String[].class)
@AdditionalPrinterColumn(
    name = "Policy",
    jsonPath = ".metadata.labels.status\\.kubestellar\\.io/binding-policy",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Resource",
    jsonPath = ".metadata.labels.status\\.kubestellar\\.io/resource",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Object",
    jsonPath = ".metadata.labels.status\\.kubestellar\\.io/name",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Reported",
    jsonPath = ".metadata.annotations.fleetwright\\.dev/reported",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class CombinedStatus extends CustomResource<Void, Void> implements Namespaced {

  @JsonPropertyDescription("One per collector.")
  @JsonProperty("results")
  @JsonInclude(JsonInclude.Include.ALWAYS)
  private List<CombinedResult> results = List.of();

  public List<CombinedResult> results() {
    return results;
  }

  public void results(@Nullable List<CombinedResult> newResults) {
    this.results = newResults == null ? List.of() : List.copyOf(newResults);
  }

  @Override
  protected @Nullable Void initSpec() {
    return null;
  }

  @Override
  protected @Nullable Void initStatus() {
    return null;
  }
}
