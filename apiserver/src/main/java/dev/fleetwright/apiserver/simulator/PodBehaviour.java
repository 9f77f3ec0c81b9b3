package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A pod that starts at once and becomes ready after a delay. One that is not to be restarted ends
 * after the delay instead: well, or badly if it is asked to crash.
 */
final class PodBehaviour implements Behaviour {
  private static final int MOST_RESTARTS = 5;

  private final Duration delay;

  PodBehaviour(Duration delay) {
    this.delay = delay;
  }

  @Override
  public String resource() {
    return "pods";
  }

  private enum State {
    STARTING,
    READY,
    CRASHING,
    SUCCEEDED,
    FAILED
  }

  @Override
  public Next next(ObjectNode pod, Scene scene) {
    String phase = Json.textOrEmpty(pod, "status", "phase");
    if (Statuses.isDeleting(pod) || phase.equals("Succeeded") || phase.equals("Failed")) {
      return Next.NOTHING;
    }
    Duration needed = Fault.readyAfter(pod, delay);
    Duration passed = Duration.between(scene.since(), scene.now());
    boolean due = passed.compareTo(needed) >= 0;
    State state = state(pod, due);
    int restarts = state == State.CRASHING ? restarts(pod, passed, needed) : previousRestarts(pod);
    Duration again = null;
    if (!due && state == State.STARTING && Fault.of(pod) != Fault.NEVER_READY) {
      again = needed.minus(passed).plusMillis(1);
    } else if (state == State.CRASHING && restarts < MOST_RESTARTS) {
      again = needed.plusSeconds(1);
    }
    ObjectNode status = status(pod, state, restarts, scene.now());
    return new Next(Json.same(status, pod.get("status")) ? null : status, again, List.of());
  }

  private static State state(ObjectNode pod, boolean due) {
    boolean once = !Json.textOrEmpty(pod, "spec", "restartPolicy").equals("Always");
    return switch (Fault.of(pod)) {
      case CRASH -> !due ? State.STARTING : once ? State.FAILED : State.CRASHING;
      case NEVER_READY -> State.STARTING;
      case NONE, SLOW -> !due ? State.STARTING : once ? State.SUCCEEDED : State.READY;
    };
  }

  private static int previousRestarts(ObjectNode pod) {
    return pod.path("status").path("containerStatuses").path(0).path("restartCount").asInt(0);
  }

  private static int restarts(ObjectNode pod, Duration passed, Duration needed) {
    long rounds = passed.toMillis() / Math.max(1_000, needed.toMillis() + 1_000) + 1;
    return (int) Math.max(previousRestarts(pod), Math.min(MOST_RESTARTS, rounds));
  }

  private static ObjectNode status(ObjectNode pod, State state, int restarts, Instant now) {
    JsonNode before = pod.path("status");
    ObjectNode status = Json.object();
    status.put(
        "phase",
        switch (state) {
          case STARTING, READY, CRASHING -> "Running";
          case SUCCEEDED -> "Succeeded";
          case FAILED -> "Failed";
        });
    boolean ready = state == State.READY;
    Statuses.condition(status, before, "PodScheduled", true, "", "", now);
    Statuses.condition(status, before, "Initialized", true, "", "", now);
    String why = state == State.SUCCEEDED ? "PodCompleted" : ready ? "" : "ContainersNotReady";
    for (String type : List.of("ContainersReady", "Ready")) {
      Statuses.condition(status, before, type, ready, why, "containers with unready status", now);
    }
    int hash = Math.floorMod(Statuses.uid(pod).hashCode(), 1 << 16);
    status.put("hostIP", "10.0.0.1");
    status.put("podIP", "10.244.%d.%d".formatted(hash >> 8, hash & 255));
    status.putArray("podIPs").addObject().put("ip", Json.textOrEmpty(status, "podIP"));
    String started = Json.textAt(before, "startTime");
    status.put("startTime", started == null ? Identity.text(now) : started);
    ArrayNode containers = status.putArray("containerStatuses");
    for (JsonNode container : pod.path("spec").path("containers")) {
      containers.add(container(container, state, restarts, Json.textOrEmpty(status, "startTime")));
    }
    status.put("qosClass", before.path("qosClass").asText("BestEffort"));
    return status;
  }

  private static ObjectNode container(
      JsonNode container, State state, int restarts, String started) {
    ObjectNode status = Json.object();
    String image = Json.textOrEmpty(container, "image");
    status.put("name", Json.textOrEmpty(container, "name"));
    ObjectNode current = status.putObject("state");
    switch (state) {
      case STARTING, READY -> current.putObject("running").put("startedAt", started);
      case CRASHING ->
          current
              .putObject("waiting")
              .put("reason", "CrashLoopBackOff")
              .put("message", "back-off restarting failed container");
      case SUCCEEDED, FAILED ->
          current
              .putObject("terminated")
              .put("exitCode", state == State.SUCCEEDED ? 0 : 1)
              .put("reason", state == State.SUCCEEDED ? "Completed" : "Error")
              .put("startedAt", started)
              .put("finishedAt", started);
    }
    if (state == State.CRASHING) {
      status
          .putObject("lastState")
          .putObject("terminated")
          .put("exitCode", 1)
          .put("reason", "Error")
          .put("startedAt", started)
          .put("finishedAt", started);
    } else {
      status.putObject("lastState");
    }
    status.put("ready", state == State.READY).put("restartCount", restarts);
    status.put("image", image).put("imageID", "simulated://" + image);
    status.put("started", state == State.READY || state == State.STARTING);
    return status;
  }
}
