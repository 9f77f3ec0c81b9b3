package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.AnyType;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/**
 * What one role keeps about one swarm across restarts. Written whole in one step and committed by
 * resourceVersion, so its status is no subresource.
 */
@JsonClassDescription("What one role keeps about one swarm across restarts")
@Group("swarm.fleetwright.dev")
@ShortNames("swr")
@Version("v1alpha1")
@AdditionalPrinterColumn(
    name = "Role",
    jsonPath = ".spec.role",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Swarm",
    jsonPath = ".spec.swarmId",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Desired",
    jsonPath = ".status.desire.run",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Confirmed",
    jsonPath = ".status.confirmedRun",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class SwarmRecord extends CustomResource<SwarmRecordSpec, AnyType>
    implements Namespaced {

  @Override
  protected @Nullable SwarmRecordSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable AnyType initStatus() {
    return null;
  }
}
