package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.GameDefinitionSpec;
import dev.fleetwright.capability.kinds.ModuleManifestSpec;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Source;
import org.junit.jupiter.api.Test;

/** The Kubernetes client and the reader of files must read the same objects the same way. */
class KindsTest {

  private static final ObjectMapper JACKSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static <T> void readsAlike(String json, Class<T> type) throws Exception {
    Node node = new DocumentReader().read(new Source("x.json", json)).roots().getFirst();
    T ours = Binder.standard().bind(node, type).checked().orThrow();
    T theirs = JACKSON.readValue(json, type);
    assertThat(theirs).isEqualTo(ours);
    assertThat(JACKSON.readValue(JACKSON.writeValueAsString(ours), type)).isEqualTo(ours);
  }

  @Test
  void jacksonAndTheBinderReadEveryField() throws Exception {
    readsAlike(
        """
        {"module": {"id": "a", "version": "1.0.0", "owners": ["me"], "repo": "r", "license": "l", "description": "d"},
         "provides": [{"capabilityId": "a.b", "version": "1.0.0", "scope": "world-shard", "multiplicity": "1",
           "features": {"supported": ["x"]},
           "nfr": {"latency": {"p95Ms": {"value": 5, "constraint": "hard"}}, "tickRateHz": {"value": 60.5, "constraint": "soft"},
                   "determinism": {"value": "best-effort", "constraint": "hard"}},
           "interfaces": {"grpc": [{"package": "p", "service": "s", "protoRef": "r", "methods": [{"name": "n", "request": "q", "response": "a"}]}],
             "events": [{"name": "e", "direction": "both", "orderingKey": "k", "schema": {"id": "i", "version": "1", "format": "avro", "schemaRef": "f"}}]}}],
         "requires": [{"capabilityId": "a.b", "versionConstraint": "^1", "scope": "realm", "multiplicity": "many", "dependencyMode": "optional",
           "features": {"required": ["x"], "preferred": ["y"]}, "nfr": {"latency": {}}}],
         "scaling": {"defaultScope": "session", "statefulness": "stateful", "sharding": {"strategy": "custom", "key": "k"},
           "autoscaling": {"minReplicas": 1, "maxReplicas": 2, "metricHints": [{"type": "tick-lag", "target": "5"}]}}}
        """,
        ModuleManifestSpec.class);
    readsAlike(
        """
        {"gameId": "g", "version": "1", "description": "d", "modules": [{"name": "a", "required": false, "desiredScope": "world", "parameters": {"x": "1"}}],
         "defaults": {"region": "r", "shardCount": 2, "tickRateHz": 60.5}, "colocation": [{"name": "c", "modules": ["a"], "strategy": "Pod"}]}
        """,
        GameDefinitionSpec.class);
    readsAlike(
        """
        {"gameRef": {"name": "g"}, "worldId": "w", "region": "r", "shardCount": 3, "desiredState": "Stopped", "statusCollectors": ["c"], "parameters": {"a": "b"},
         "placement": {"clusterSelectors": [{"matchLabels": {"a": "b"}, "matchExpressions": [{"key": "k", "operator": "In", "values": ["v"]}]}]}}
        """,
        WorldInstanceSpec.class);
    readsAlike(
        """
        {"capabilityId": "a.b", "scope": "world", "multiplicity": "1", "worldRef": {"name": "w"},
         "consumer": {"moduleManifestName": "c", "requirement": {"versionConstraint": "^1", "dependencyMode": "required", "requiredFeatures": ["x"]}},
         "provider": {"moduleManifestName": "p", "capabilityVersion": "1.0.0"}}
        """,
        CapabilityBindingSpec.class);
    readsAlike(
        """
        {"observedGeneration": 2, "phase": "Running", "message": "m", "shardStatuses": [{"shard": "0"}],
         "conditions": [{"type": "BindingsResolved", "status": "True", "reason": "AllResolved", "message": "m", "observedGeneration": 2,
           "lastTransitionTime": "2026-01-01T00:00:00Z"}]}
        """,
        WorldInstanceStatus.class);
  }

  @Test
  void whatIsLeftOutIsEmptyAndDefaultsHold() throws Exception {
    GameDefinitionSpec game =
        JACKSON.readValue("{\"modules\": [{\"name\": \"a\"}]}", GameDefinitionSpec.class);
    assertThat(game.modules().getFirst().mustExist()).isTrue();
    assertThat(game.colocation()).isEmpty();
    WorldInstanceSpec world =
        JACKSON.readValue("{\"gameRef\": {\"name\": \"a\"}}", WorldInstanceSpec.class);
    assertThat(world.shouldRun()).isTrue();
    assertThat(world.parameters()).isEmpty();
    ModuleManifestSpec manifest = JACKSON.readValue("{}", ModuleManifestSpec.class);
    assertThat(manifest.provides()).isEmpty();
    assertThat(manifest.requires()).isEmpty();
  }
}
