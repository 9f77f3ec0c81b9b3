package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;

/** The ways in which an object runs something. */
enum WorkloadKind {
  REPLICATED,
  DAEMON_SET,
  JOB,
  CRON_JOB,
  POD,
  NONE;

  static WorkloadKind of(ObjectId id, JsonNode object) {
    return switch (id.group() + "/" + id.kind()) {
      case "apps/Deployment", "apps/StatefulSet", "apps/ReplicaSet", "/ReplicationController" ->
          REPLICATED;
      case "apps/DaemonSet" -> DAEMON_SET;
      case "batch/Job" -> JOB;
      case "batch/CronJob" -> CRON_JOB;
      case "/Pod" -> POD;
      default -> looksReplicated(object.path("spec")) ? REPLICATED : NONE;
    };
  }

  /** A custom kind in the manner of a Deployment, such as a Rollout. */
  private static boolean looksReplicated(JsonNode spec) {
    return spec.path("replicas").isIntegralNumber()
        && spec.path("template").path("spec").isObject();
  }
}
