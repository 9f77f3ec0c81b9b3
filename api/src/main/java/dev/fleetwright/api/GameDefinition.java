package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import dev.fleetwright.capability.kinds.GameDefinitionSpec;
import dev.fleetwright.capability.kinds.GameDefinitionStatus;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** The modules that make up a game. */
@JsonClassDescription("The modules that make up a game")
@Group("game.platform")
@Version("v1alpha1")
@ShortNames("game")
@AdditionalPrinterColumn(
    name = "Game",
    jsonPath = ".spec.gameId",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Version",
    jsonPath = ".spec.version",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Phase",
    jsonPath = ".status.phase",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class GameDefinition extends CustomResource<GameDefinitionSpec, GameDefinitionStatus>
    implements Namespaced {

  // A record has no empty form to start from.
  @Override
  protected @Nullable GameDefinitionSpec initSpec() {
    return null;
  }

  @Override
  protected @Nullable GameDefinitionStatus initStatus() {
    return null;
  }
}
