package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a replica set for each template and moves the pods from the old ones to the new one, as
 * fast as the strategy allows.
 */
final class DeploymentBehaviour implements Behaviour {
  private static final String SETS = "replicasets.apps";
  private static final String HASH = "pod-template-hash";
  private static final String REVISION = "deployment.kubernetes.io/revision";

  @Override
  public String resource() {
    return "deployments.apps";
  }

  @Override
  public Next next(ObjectNode deployment, Scene scene) {
    if (Statuses.isDeleting(deployment)) {
      return Next.NOTHING;
    }
    List<ObjectNode> sets =
        scene.owned(SETS).stream().filter(set -> !Statuses.isDeleting(set)).toList();
    String hash = Statuses.hash(deployment.path("spec").path("template"));
    String name = Statuses.name(deployment) + "-" + hash;
    ObjectNode current = null;
    var old = new ArrayList<ObjectNode>();
    for (ObjectNode set : sets) {
      if (Statuses.name(set).equals(name)) {
        current = set;
      } else {
        old.add(set);
      }
    }
    var works = new ArrayList<Work>();
    Rollout rollout = Rollout.of(deployment, current, old);
    boolean paused = deployment.path("spec").path("paused").asBoolean(false);
    if (current == null) {
      if (!paused) {
        works.add(new Work.Create(SETS, replicaSet(deployment, name, hash, sets, rollout.next())));
      }
    } else {
      scale(current, rollout.next(), works);
      await(current, minReadySeconds(deployment), works);
    }
    if (!paused) {
      for (int i = 0; i < old.size(); i++) {
        scale(old.get(i), rollout.nextOld().get(i), works);
      }
      forget(deployment, old, works);
    }
    Children.spreadFault(deployment, SETS, sets, works);
    ObjectNode status = status(deployment, current, sets, rollout, scene.now());
    if (Json.same(status, deployment.get("status"))) {
      return new Next(null, null, works);
    }
    Duration again = rollout.complete() ? null : Duration.ofSeconds(deadline(deployment) + 1L);
    return new Next(status, again, works);
  }

  private static void scale(ObjectNode set, int replicas, List<Work> works) {
    if (Statuses.number(set, "spec", "replicas", 1) != replicas) {
      works.add(
          new Work.Change(
              SETS,
              Statuses.name(set),
              live -> live.withObject("/spec").put("replicas", replicas)));
    }
  }

  private static int minReadySeconds(ObjectNode deployment) {
    return Math.max(0, Statuses.number(deployment, "spec", "minReadySeconds", 0));
  }

  /** Tells the set how long its pods must be ready before they count. */
  private static void await(ObjectNode set, int seconds, List<Work> works) {
    if (Statuses.number(set, "spec", "minReadySeconds", 0) != seconds) {
      works.add(
          new Work.Change(
              SETS,
              Statuses.name(set),
              live -> live.withObject("/spec").put("minReadySeconds", seconds)));
    }
  }

  private static ObjectNode replicaSet(
      ObjectNode deployment, String name, String hash, List<ObjectNode> sets, int replicas) {
    ObjectNode set = Children.child(deployment, "apps/v1", "ReplicaSet", name);
    JsonNode spec = deployment.path("spec");
    set.withObject("/metadata/annotations").put(REVISION, Integer.toString(revision(sets) + 1));
    ObjectNode labels = set.withObject("/metadata/labels");
    if (spec.path("template").path("metadata").get("labels") instanceof ObjectNode given) {
      labels.setAll(given);
    }
    labels.put(HASH, hash);
    ObjectNode own = set.putObject("spec");
    own.put("replicas", replicas);
    if (minReadySeconds(deployment) > 0) {
      own.put("minReadySeconds", minReadySeconds(deployment));
    }
    own.set("selector", spec.path("selector").deepCopy());
    own.withObject("/selector/matchLabels").put(HASH, hash);
    own.set("template", spec.path("template").deepCopy());
    own.withObject("/template/metadata/labels").put(HASH, hash);
    Fault.copy(deployment, set);
    return set;
  }

  private static int revision(List<ObjectNode> sets) {
    return sets.stream().mapToInt(DeploymentBehaviour::revision).max().orElse(0);
  }

  private static int revision(ObjectNode set) {
    String text = Json.textOrEmpty(set, "metadata", "annotations", REVISION);
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  /** Old replica sets without pods are kept for going back, but not for ever. */
  private static void forget(ObjectNode deployment, List<ObjectNode> old, List<Work> works) {
    int keep = Statuses.number(deployment, "spec", "revisionHistoryLimit", 10);
    List<ObjectNode> empty =
        old.stream()
            .filter(set -> Statuses.number(set, "spec", "replicas", 1) == 0)
            .filter(set -> Statuses.number(set, "status", "replicas", 0) == 0)
            .sorted(Comparator.comparingInt(DeploymentBehaviour::revision))
            .toList();
    for (int i = 0; i < empty.size() - keep; i++) {
      works.add(Children.delete(SETS, empty.get(i)));
    }
  }

  private static long deadline(ObjectNode deployment) {
    return Statuses.number(deployment, "spec", "progressDeadlineSeconds", 600);
  }

  private static ObjectNode status(
      ObjectNode deployment,
      @Nullable ObjectNode current,
      List<ObjectNode> sets,
      Rollout rollout,
      Instant now) {
    JsonNode before = deployment.path("status");
    ObjectNode status = Json.object();
    status.put("observedGeneration", Statuses.generation(deployment));
    int ready = sets.stream().mapToInt(s -> Statuses.number(s, "status", "readyReplicas", 0)).sum();
    int updated = current == null ? 0 : Statuses.number(current, "status", "replicas", 0);
    Statuses.count(status, "replicas", rollout.pods());
    Statuses.count(status, "updatedReplicas", updated);
    Statuses.count(status, "readyReplicas", ready);
    Statuses.count(status, "availableReplicas", rollout.available());
    Statuses.count(
        status, "unavailableReplicas", Math.max(0, rollout.wanted() - rollout.available()));
    boolean enough = rollout.available() >= rollout.wanted() - rollout.maxUnavailable();
    Statuses.condition(
        status,
        before,
        "Available",
        enough,
        enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
        enough
            ? "Deployment has minimum availability."
            : "Deployment does not have minimum availability.",
        now);
    progress(deployment, status, before, rollout, now);
    return status;
  }

  private static void progress(
      ObjectNode deployment, ObjectNode status, JsonNode before, Rollout rollout, Instant now) {
    boolean moved = false;
    for (String field :
        List.of("observedGeneration", "updatedReplicas", "availableReplicas", "replicas")) {
      moved |= status.path(field).asInt(0) != before.path(field).asInt(0);
    }
    Instant last = lastUpdate(before);
    Instant since = moved || last == null ? now : last;
    boolean late =
        !rollout.complete() && Duration.between(since, now).toSeconds() > deadline(deployment);
    String reason =
        rollout.complete()
            ? "NewReplicaSetAvailable"
            : late ? "ProgressDeadlineExceeded" : "ReplicaSetUpdated";
    String message =
        rollout.complete()
            ? "The simulated pods are running."
            : late ? "The simulated pods do not become ready." : "The simulated pods are starting.";
    Statuses.condition(status, before, "Progressing", !late, reason, message, now);
    JsonNode conditions = status.path("conditions");
    if (conditions.get(conditions.size() - 1) instanceof ObjectNode progressing) {
      progressing.put("lastUpdateTime", Identity.text(since));
    }
    if (conditions.get(0) instanceof ObjectNode available) {
      available.put("lastUpdateTime", Json.textOrEmpty(available, "lastTransitionTime"));
    }
  }

  private static @Nullable Instant lastUpdate(JsonNode status) {
    for (JsonNode condition : status.path("conditions")) {
      if ("Progressing".equals(Json.textAt(condition, "type"))) {
        return Statuses.time(condition.path("lastUpdateTime"));
      }
    }
    return null;
  }
}
