package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * The manifest of an object that is there and does not run.
 *
 * <pre>
 * Deployment, StatefulSet, …   spec.replicas: 0
 * Job, CronJob                 spec.suspend: true
 * DaemonSet                    a node selector that no node has
 * Pod                          nothing: a pod cannot be there without running
 * the rest                     as it is
 * </pre>
 */
final class Halted {

  private static final String NOWHERE = "fleetwright.dev/halted";

  private Halted() {}

  /** Empty when nothing may be there. */
  static Optional<ObjectNode> of(ObjectId id, ObjectNode manifest) {
    return switch (WorkloadKind.of(id, manifest)) {
      case REPLICATED -> {
        ObjectNode halted = manifest.deepCopy();
        spec(halted).put("replicas", 0);
        yield Optional.of(halted);
      }
      case JOB, CRON_JOB -> {
        ObjectNode halted = manifest.deepCopy();
        spec(halted).put("suspend", true);
        yield Optional.of(halted);
      }
      case DAEMON_SET -> {
        ObjectNode halted = manifest.deepCopy();
        ObjectNode pod = child(child(spec(halted), "template"), "spec");
        child(pod, "nodeSelector").put(NOWHERE, "true");
        yield Optional.of(halted);
      }
      case POD -> Optional.empty();
      case NONE -> Optional.of(manifest);
    };
  }

  /** How many replicas a manifest asks for. */
  static int replicas(JsonNode manifest) {
    return manifest.path("spec").path("replicas").asInt(1);
  }

  private static ObjectNode spec(ObjectNode object) {
    return child(object, "spec");
  }

  private static ObjectNode child(ObjectNode object, String name) {
    return object.get(name) instanceof ObjectNode there ? there : object.putObject(name);
  }
}
