package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How an object of a cluster is.
 *
 * @param counts whether it is a component that should run, as its content stands
 * @param healthy whether all that should run does; true for what is not to run
 * @param running whether anything of it runs, or may
 * @param reason for people, when it is not healthy
 */
public record Health(boolean counts, boolean healthy, boolean running, String reason) {

  private static final Health FINE = new Health(false, true, false, "");

  /** Judges the live object: what it asks for against what its status says. */
  public static Health of(ObjectId id, JsonNode live) {
    JsonNode status = live.path("status");
    return switch (WorkloadKind.of(id, live)) {
      case REPLICATED -> replicated(live, status);
      case DAEMON_SET -> daemonSet(live, status);
      case JOB -> job(live, status);
      case POD -> pod(status);
      case CRON_JOB -> cronJob(status);
      case NONE -> FINE;
    };
  }

  private static Health replicated(JsonNode live, JsonNode status) {
    int wanted = Halted.replicas(live);
    boolean observed = isObserved(live, status);
    int there = status.path("replicas").asInt(0);
    int up =
        status.has("availableReplicas")
            ? status.path("availableReplicas").asInt(0)
            : status.path("readyReplicas").asInt(0);
    boolean updated = status.path("updatedReplicas").asInt(up) >= wanted;
    // A status of an earlier generation says nothing about now; one that never came, that nothing
    // was ever started.
    boolean running = there > 0 || up > 0 || (!observed && status.has("observedGeneration"));
    if (wanted == 0) {
      return new Health(false, !running, running, running ? "scaling down" : "");
    }
    boolean healthy = observed && up >= wanted && updated;
    return new Health(
        true, healthy, running, healthy ? "" : up + " of " + wanted + " replicas are available");
  }

  private static Health daemonSet(JsonNode live, JsonNode status) {
    int wanted = status.path("desiredNumberScheduled").asInt(0);
    int up = status.path("numberAvailable").asInt(0);
    int there = status.path("currentNumberScheduled").asInt(0);
    boolean observed = isObserved(live, status) && status.has("observedGeneration");
    boolean updated = status.path("updatedNumberScheduled").asInt(0) >= wanted;
    boolean healthy = observed && up >= wanted && updated;
    boolean running =
        there > 0
            || up > 0
            || status.path("numberMisscheduled").asInt(0) > 0
            || (!isObserved(live, status) && status.has("observedGeneration"));
    boolean counts = wanted > 0 || !observed;
    return new Health(
        counts && !isHaltedDaemonSet(live),
        healthy,
        running,
        healthy ? "" : up + " of " + wanted + " nodes run it");
  }

  private static boolean isHaltedDaemonSet(JsonNode live) {
    return live.path("spec")
        .path("template")
        .path("spec")
        .path("nodeSelector")
        .has("fleetwright.dev/halted");
  }

  private static Health job(JsonNode live, JsonNode status) {
    boolean suspended = live.path("spec").path("suspend").asBoolean(false);
    boolean active = status.path("active").asInt(0) > 0;
    boolean complete = isTrue(status, "Complete");
    if (isTrue(status, "Failed")) {
      return new Health(!suspended, false, active, "the job has failed");
    }
    if (suspended) {
      return new Health(false, true, active, "");
    }
    // A job that has done its work is as good as one that is at it.
    return new Health(
        true,
        active || complete,
        active || complete,
        active || complete ? "" : "the job has not begun");
  }

  private static Health cronJob(JsonNode status) {
    return new Health(false, true, !status.path("active").isEmpty(), "");
  }

  private static Health pod(JsonNode status) {
    String phase = status.path("phase").asText("Pending");
    boolean done = phase.equals("Succeeded");
    boolean healthy = done || isTrue(status, "Ready");
    return new Health(
        true, healthy, healthy || phase.equals("Running"), healthy ? "" : "the pod is " + phase);
  }

  private static boolean isObserved(JsonNode live, JsonNode status) {
    long generation = live.path("metadata").path("generation").asLong(0);
    return status.path("observedGeneration").asLong(0) >= generation;
  }

  private static boolean isTrue(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText("").equals(type)) {
        return condition.path("status").asText("").equals("True");
      }
    }
    return false;
  }
}
