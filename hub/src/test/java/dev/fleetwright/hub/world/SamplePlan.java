package dev.fleetwright.hub.world;

import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.CapabilityResolver;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.stream.Stream;

/** The plan of a world with a clock, its consumer, and a voice chat that nobody provides. */
public final class SamplePlan {

  private SamplePlan() {}

  public static BindingPlan plan() {
    return CapabilityResolver.resolve(
        Domain.world(
            read(
                """
                ---
                {metadata: {name: w, namespace: n, uid: u}, spec: {gameRef: {name: g}}}
                """,
                WorldInstance.class)),
        Domain.game(
            read(
                """
                ---
                {metadata: {name: g, namespace: n}, spec: {modules: [{name: clock}, {name: consumer}]}}
                """,
                GameDefinition.class)),
        Stream.of(
                """
                ---
                metadata: {name: clock, namespace: n}
                spec:
                  module: {id: c, version: 1.0.0}
                  provides: [{capabilityId: time.source, version: 1.0.0, scope: world, multiplicity: '1'}]
                  requires: []
                """,
                """
                ---
                metadata: {name: consumer, namespace: n}
                spec:
                  module: {id: x, version: 1.0.0}
                  provides: []
                  requires:
                    - {capabilityId: time.source, versionConstraint: ^1.0.0, scope: world, multiplicity: '1', dependencyMode: required}
                    - {capabilityId: voice.chat, versionConstraint: ^2.0.0, scope: world, multiplicity: '1', dependencyMode: required}
                """)
            .map(text -> Domain.manifest(read(text, ModuleManifest.class)))
            .toList(),
        List.of());
  }

  private static <T> T read(String yaml, Class<T> type) {
    return Serialization.unmarshal(yaml, type);
  }
}
