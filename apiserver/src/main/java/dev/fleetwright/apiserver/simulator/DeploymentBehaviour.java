package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.Identity;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/**
 * A Deployment whose pods become ready some time after its last change. When the change was is kept
 * in the status itself (the Progressing condition's lastUpdateTime), so that it survives a restart.
 */
final class DeploymentBehaviour implements Behaviour {
  private final Duration delay;

  DeploymentBehaviour(Duration delay) {
    this.delay = delay;
  }

  @Override
  public String resource() {
    return "deployments.apps";
  }

  @Override
  public Next next(ObjectNode deployment, Instant now) {
    if (Json.textAt(deployment, "metadata", "deletionTimestamp") != null) {
      return Next.NOTHING;
    }
    long generation = deployment.path("metadata").path("generation").asLong(1);
    int wanted = Math.max(0, deployment.path("spec").path("replicas").asInt(1));
    JsonNode status = deployment.path("status");
    boolean observed = status.path("observedGeneration").asLong(0) == generation;
    int ready = status.path("readyReplicas").asInt(0);
    if (!observed) {
      return begin(deployment, generation, wanted, Math.min(ready, wanted), now);
    }
    if (ready == wanted && isTrue(status, "Available")) {
      return Next.NOTHING;
    }
    Instant due = changed(status, now).plus(delay);
    if (now.isBefore(due)) {
      return new Next(null, Duration.between(now, due).plusMillis(1));
    }
    return new Next(finished(status, generation, wanted, now), null);
  }

  /** The change is seen; pods that run already stay, new ones come later, too many go at once. */
  private Next begin(ObjectNode deployment, long generation, int wanted, int ready, Instant now) {
    JsonNode before = deployment.path("status");
    if (ready == wanted && (wanted == 0 || delay.isZero())) {
      return new Next(finished(before, generation, wanted, now), null);
    }
    ObjectNode status = Json.object();
    status.put("observedGeneration", generation).put("replicas", wanted);
    status.put("updatedReplicas", wanted);
    if (ready > 0) {
      status.put("readyReplicas", ready).put("availableReplicas", ready);
    }
    if (wanted > ready) {
      status.put("unavailableReplicas", wanted - ready);
    }
    boolean available = ready > 0 || wanted == 0;
    ArrayNode conditions = status.putArray("conditions");
    condition(
        conditions,
        before,
        "Available",
        available,
        available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
        available
            ? "Deployment has minimum availability."
            : "Deployment does not have minimum availability.",
        now);
    condition(
        conditions,
        before,
        "Progressing",
        true,
        "ReplicaSetUpdated",
        "The simulated pods are starting.",
        now);
    return new Next(status, delay.plusMillis(1));
  }

  private static ObjectNode finished(JsonNode before, long generation, int wanted, Instant now) {
    ObjectNode status = Json.object();
    status.put("observedGeneration", generation);
    if (wanted > 0) {
      status.put("replicas", wanted).put("updatedReplicas", wanted);
      status.put("readyReplicas", wanted).put("availableReplicas", wanted);
    }
    ArrayNode conditions = status.putArray("conditions");
    condition(
        conditions,
        before,
        "Available",
        true,
        "MinimumReplicasAvailable",
        "Deployment has minimum availability.",
        now);
    condition(
        conditions,
        before,
        "Progressing",
        true,
        "NewReplicaSetAvailable",
        "The simulated pods are running.",
        now);
    return status;
  }

  private static void condition(
      ArrayNode conditions,
      JsonNode before,
      String type,
      boolean value,
      String reason,
      String message,
      Instant now) {
    String text = value ? "True" : "False";
    String since = Identity.text(now);
    for (JsonNode old : before.path("conditions")) {
      if (type.equals(Json.textAt(old, "type")) && text.equals(Json.textAt(old, "status"))) {
        String kept = Json.textAt(old, "lastTransitionTime");
        since = kept == null ? since : kept;
      }
    }
    conditions
        .addObject()
        .put("type", type)
        .put("status", text)
        .put("lastUpdateTime", Identity.text(now))
        .put("lastTransitionTime", since)
        .put("reason", reason)
        .put("message", message);
  }

  private static boolean isTrue(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (type.equals(Json.textAt(condition, "type"))) {
        return "True".equals(Json.textAt(condition, "status"));
      }
    }
    return false;
  }

  private static Instant changed(JsonNode status, Instant now) {
    for (JsonNode condition : status.path("conditions")) {
      String time = Json.textAt(condition, "lastUpdateTime");
      if ("Progressing".equals(Json.textAt(condition, "type")) && time != null) {
        try {
          return OffsetDateTime.parse(time).toInstant();
        } catch (DateTimeParseException e) {
          return now;
        }
      }
    }
    return now;
  }
}
