package dev.fleetwright.cli.swarm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.api.swarm.SwarmRecords;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.model.Checked;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.StoredRecord;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the orchestrator has stored about swarms.
 *
 * @param content as it stands in the SwarmRecord
 */
record Records(String swarmId, JsonNode content) {

  static Optional<Records> read(KubernetesClient client, String swarmId) throws IOException {
    return new SwarmRecords(client, HubConfig.NAMESPACE)
        .load(new RecordId(Actor.ORCHESTRATOR, swarmId))
        .map(StoredRecord::content)
        .map(content -> new Records(swarmId, content));
  }

  static List<Records> all(KubernetesClient client) throws IOException {
    SwarmRecords store = new SwarmRecords(client, HubConfig.NAMESPACE);
    List<Records> found = new ArrayList<>();
    for (String swarmId : store.swarms(Actor.ORCHESTRATOR)) {
      store
          .load(new RecordId(Actor.ORCHESTRATOR, swarmId))
          .ifPresent(stored -> found.add(new Records(swarmId, stored.content())));
    }
    return found;
  }

  /** The plan of a swarm that runs alone. */
  Optional<SwarmPlan> plan() {
    JsonNode plan = content.get("plan");
    return plan != null && SwarmPlan.of(plan) instanceof Checked.Valid<SwarmPlan>(SwarmPlan valid)
        ? Optional.of(valid)
        : Optional.empty();
  }

  String cluster() {
    return SwarmId.parse(swarmId).map(SwarmId::cluster).orElse(content.path("cluster").asText("-"));
  }

  String kind() {
    return SwarmId.parse(swarmId).isPresent() ? "world" : "alone";
  }

  String desired() {
    return content.path("desire").path("run").asText("-");
  }

  String confirmed() {
    return content.path("confirmedRun").asText("-");
  }

  String underway() {
    return content.path("operation").path("command").path("signal").asText("-");
  }

  String problem() {
    JsonNode setback = content.path("setback");
    JsonNode contradiction = content.path("contradiction");
    return setback.hasNonNull("code")
        ? setback.path("signal").asText()
            + ": "
            + setback.path("code").asText()
            + ": "
            + setback.path("message").asText()
        : contradiction.isObject() ? "somebody else commands it: " + contradiction : "-";
  }

  Map<String, Object> plain() {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("swarmId", swarmId);
    plain.put("kind", kind());
    plain.put("cluster", cluster());
    plain.put("desired", desired());
    plain.put("confirmed", confirmed());
    plain.put("underway", underway());
    plain.put("problem", problem());
    return plain;
  }
}
