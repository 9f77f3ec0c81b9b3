package dev.fleetwright.cli.faults;

import dev.fleetwright.api.WorldInstance;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;

/** Does to a fleet what people do: writes objects, and waits where a person has to. */
final class People {

  static final String NAMESPACE = "game";
  private static final Instant FIRST_RELEASE = Instant.parse("2026-01-01T00:00:00Z");

  private final Bed bed;

  People(Bed bed) {
    this.bed = bed;
  }

  /** A game of two modules with a release each, and an object that a policy places everywhere. */
  void begin() {
    bed.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: game}
        ---
        apiVersion: game.platform/v1alpha1
        kind: GameDefinition
        metadata: {name: forge, namespace: game}
        spec:
          modules: [{name: time}, {name: physics}]
        ---
        apiVersion: game.platform/v1alpha1
        kind: ModuleManifest
        metadata: {name: time, namespace: game}
        spec:
          module: {id: core.time, version: 1.0.0}
          provides:
            - {capabilityId: time.source, version: 1.2.3, scope: world, multiplicity: "1"}
          requires: []
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: available}
        spec:
          groupBy: [{name: available, def: returned.status.availableReplicas}]
          combinedFields: [{name: clusters, type: COUNT}]
          limit: 20
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: motd}
        spec:
          clusterSelectors: [{matchLabels: {region: local}}]
          downsync:
            - {resources: [namespaces], objectNames: [game]}
            - {resources: [configmaps], namespaces: [game], objectNames: [motd]}
        """);
    take(new Change.Range("^1.0.0"));
    take(new Change.Edit(0));
    Change.MODULES.forEach(module -> release(module, 0));
  }

  private void take(Change change) {
    try {
      make(change);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void make(Change change) throws InterruptedException {
    switch (change) {
      case Change.Create(String world) -> create(world);
      case Change.Delete(String world) ->
          bed.hub().resources(WorldInstance.class).inNamespace(NAMESPACE).withName(world).delete();
      case Change.Desire(String world, boolean run) ->
          bed.hub()
              .resources(WorldInstance.class)
              .inNamespace(NAMESPACE)
              .withName(world)
              .patch(
                  PatchContext.of(PatchType.JSON_MERGE),
                  "{\"spec\":{\"desiredState\":\"" + (run ? "Running" : "Stopped") + "\"}}");
      case Change.Release(String module, int number) -> release(module, number);
      case Change.Range(String range) ->
          bed.apply(
              """
              apiVersion: game.platform/v1alpha1
              kind: ModuleManifest
              metadata: {name: physics, namespace: game}
              spec:
                module: {id: core.physics, version: 1.0.0}
                provides: []
                requires:
                  - capabilityId: time.source
                    versionConstraint: "RANGE"
                    scope: world
                    multiplicity: "1"
                    dependencyMode: required
              """
                  .replace("RANGE", range));
      case Change.Edit(int number) ->
          bed.apply(
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: motd, namespace: game}
              data: {text: "NUMBER"}
              """
                  .replace("NUMBER", "message " + number));
    }
  }

  /** One of the same name may be on its way out; nobody can have the name before it is gone. */
  private void create(String world) throws InterruptedException {
    Bed.await("the old " + world + " is gone", () -> find(world) == null);
    bed.apply(
        """
        apiVersion: game.platform/v1alpha1
        kind: WorldInstance
        metadata: {name: WORLD, namespace: game}
        spec:
          gameRef: {name: forge}
          region: local
          desiredState: Running
          statusCollectors: [available]
        """
            .replace("WORLD", world));
  }

  @org.jspecify.annotations.Nullable
  WorldInstance find(String world) {
    return bed.hub().resources(WorldInstance.class).inNamespace(NAMESPACE).withName(world).get();
  }

  private void release(String module, int number) {
    bed.apply(
        """
        apiVersion: release.fleetwright.dev/v1alpha1
        kind: Release
        metadata: {name: MODULE-1.NUMBER.0, namespace: game}
        spec:
          deployment: MODULE
          createdAt: TIME
          version: {tag: 1.NUMBER.0}
          module:
            apiVersion: core.opm.dev/v1
            kind: Module
            metadata: {name: MODULE, version: 1.NUMBER.0}
            components:
              MODULE:
                metadata: {labels: {core.opm.dev/workload-type: stateless}}
                resources: ["opm.dev/resources/workload@v1#Container"]
                traits: ["opm.dev/traits/scaling@v1#Replicas", "opm.dev/traits/network@v1#Expose"]
                spec:
                  container: {name: MODULE, image: "forge/MODULE:1.NUMBER.0", ports: [{name: grpc, containerPort: 9000}]}
                  replicas: 2
                  expose: {type: ClusterIP}
        """
            .replace("MODULE", module)
            .replace("NUMBER", String.valueOf(number))
            .replace("TIME", FIRST_RELEASE.plusSeconds(60L * number).toString()));
  }
}
