package dev.fleetwright.api;

import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A copy of a game that runs, or should. */
@Group("game.platform")
@Version("v1alpha1")
@ShortNames("world")
public class WorldInstance extends CustomResource<WorldInstanceSpec, WorldInstanceStatus> implements Namespaced {}
