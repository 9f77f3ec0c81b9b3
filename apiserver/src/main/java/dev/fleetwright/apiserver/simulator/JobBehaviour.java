package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs pods until enough have succeeded or too many have failed. */
final class JobBehaviour implements Behaviour {
  @Override
  public String resource() {
    return "jobs.batch";
  }

  @Override
  public Next next(ObjectNode job, Scene scene) {
    JsonNode before = job.path("status");
    boolean over = Statuses.isTrue(before, "Complete") || Statuses.isTrue(before, "Failed");
    if (Statuses.isDeleting(job) || over) {
      return Next.NOTHING;
    }
    int succeeded = 0;
    int failed = 0;
    var active = new ArrayList<ObjectNode>();
    Set<String> names = new HashSet<>();
    for (ObjectNode pod : scene.owned("pods")) {
      names.add(Statuses.name(pod));
      switch (Json.textOrEmpty(pod, "status", "phase")) {
        case "Succeeded" -> succeeded++;
        case "Failed" -> failed++;
        default -> active.add(pod);
      }
    }
    int parallelism = Math.max(0, Statuses.number(job, "spec", "parallelism", 1));
    JsonNode given = job.path("spec").path("completions");
    int completions = given.isNumber() ? given.asInt() : succeeded > 0 ? succeeded : parallelism;
    int allowed = Statuses.number(job, "spec", "backoffLimit", 6);
    boolean suspended = job.path("spec").path("suspend").asBoolean(false);
    boolean complete = succeeded >= completions && (given.isNumber() || active.isEmpty());
    boolean failedForGood = failed > allowed;
    var works = new ArrayList<Work>();
    if (suspended || failedForGood) {
      active.forEach(pod -> works.add(Children.delete("pods", pod)));
      active.clear();
    } else if (!complete) {
      int room = Math.min(parallelism, completions - succeeded) - active.size();
      for (int i = 0; room > 0; i++) {
        String name = Statuses.name(job) + "-" + Statuses.letters(Statuses.uid(job) + i, 5);
        if (names.add(name)) {
          works.add(
              new Work.Create(
                  "pods", Children.pod(job, name, Children.nodeFor(scene, name), Map.of())));
          room--;
        }
      }
    }
    Children.spreadFault(job, "pods", active, works);
    ObjectNode status =
        status(before, active, succeeded, failed, suspended, complete, failedForGood, scene.now());
    return new Next(Json.same(status, job.get("status")) ? null : status, null, works);
  }

  private static ObjectNode status(
      JsonNode before,
      List<ObjectNode> active,
      int succeeded,
      int failed,
      boolean suspended,
      boolean complete,
      boolean failedForGood,
      Instant now) {
    ObjectNode status = Json.object();
    int ready = (int) active.stream().filter(Statuses::isReady).count();
    Statuses.count(status, "active", active.size());
    Statuses.count(status, "succeeded", succeeded);
    Statuses.count(status, "failed", failed);
    status.put("ready", ready).put("terminating", 0);
    status.putObject("uncountedTerminatedPods");
    if (!suspended) {
      String started = Json.textAt(before, "startTime");
      status.put("startTime", started == null ? Identity.text(now) : started);
    }
    if (complete) {
      status.put("completionTime", Identity.text(now));
      Statuses.condition(
          status, before, "SuccessCriteriaMet", true, "CompletionsReached", "enough pods", now);
      Statuses.condition(
          status, before, "Complete", true, "CompletionsReached", "enough pods succeeded", now);
    } else if (failedForGood) {
      Statuses.condition(
          status,
          before,
          "Failed",
          true,
          "BackoffLimitExceeded",
          "Job has reached the specified backoff limit",
          now);
    } else if (suspended) {
      Statuses.condition(
          status, before, "Suspended", true, "JobSuspended", "the job is suspended", now);
    }
    return status;
  }
}
