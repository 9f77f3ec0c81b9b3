package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A copy of a game that runs, or should. */
@JsonClassDescription("A copy of a game that runs, or should")
@Group("game.platform")
@Version("v1alpha1")
@ShortNames("world")
@AdditionalPrinterColumn(
    name = "Phase",
    jsonPath = ".status.phase",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Game",
    jsonPath = ".spec.gameRef.name",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Desired",
    jsonPath = ".spec.desiredState",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Clusters",
    jsonPath = ".status.clusters.total",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Running",
    jsonPath = ".status.clusters.running",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Message",
    jsonPath = ".status.message",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
public final class WorldInstance extends CustomResource<WorldInstanceSpec, WorldInstanceStatus>
    implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable WorldInstanceSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable WorldInstanceStatus initStatus() {
    return null;
  }
}
