package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Pods with numbers and claims of their own: made upwards and replaced downwards, in order. */
final class StatefulSetBehaviour implements Behaviour {
  private static final String REVISION = "controller-revision-hash";

  @Override
  public String resource() {
    return "statefulsets.apps";
  }

  @Override
  public Next next(ObjectNode set, Scene scene) {
    if (Statuses.isDeleting(set)) {
      return Next.NOTHING;
    }
    int wanted = Math.max(0, Statuses.number(set, "spec", "replicas", 1));
    String revision = Statuses.name(set) + "-" + Statuses.hash(set.path("spec").path("template"));
    NavigableMap<Integer, ObjectNode> pods = pods(set, scene);
    var works = new ArrayList<Work>();
    boolean ordered = !Json.textOrEmpty(set, "spec", "podManagementPolicy").equals("Parallel");
    boolean moving = grow(set, scene, wanted, revision, pods, ordered, works);
    moving |= shrink(wanted, pods, ordered, works);
    Availability available = Availability.of(set, pods.values(), scene.now());
    if (!moving && available.next() == null) {
      replace(set, wanted, revision, pods, works);
    }
    Children.spreadFault(set, "pods", List.copyOf(pods.values()), works);
    ObjectNode status = status(set, wanted, revision, pods, available.count());
    return new Next(Json.same(status, set.get("status")) ? null : status, available.next(), works);
  }

  private static NavigableMap<Integer, ObjectNode> pods(ObjectNode set, Scene scene) {
    var pods = new TreeMap<Integer, ObjectNode>();
    String prefix = Statuses.name(set) + "-";
    for (ObjectNode pod : scene.owned("pods")) {
      String number = Statuses.name(pod).substring(prefix.length());
      if (number.matches("\\d{1,6}")) {
        pods.put(Integer.parseInt(number), pod);
      }
    }
    return pods;
  }

  /** Makes what is missing from the lowest number; true while some are missing or start. */
  private static boolean grow(
      ObjectNode set,
      Scene scene,
      int wanted,
      String revision,
      Map<Integer, ObjectNode> pods,
      boolean ordered,
      List<Work> works) {
    boolean moving = false;
    for (int i = 0; i < wanted; i++) {
      ObjectNode pod = pods.get(i);
      if (pod != null && Statuses.isReady(pod)) {
        continue;
      }
      moving |= pod == null || isCurrent(pod, revision);
      if (pod == null) {
        claims(set, i, works);
        String name = Statuses.name(set) + "-" + i;
        works.add(
            new Work.Create(
                "pods",
                Children.pod(
                    set,
                    name,
                    Children.nodeFor(scene, name),
                    Map.of(
                        REVISION,
                        revision,
                        "statefulset.kubernetes.io/pod-name",
                        name,
                        "apps.kubernetes.io/pod-index",
                        Integer.toString(i)))));
      }
      if (ordered) {
        break;
      }
    }
    return moving;
  }

  private static void claims(ObjectNode set, int number, List<Work> works) {
    for (JsonNode template : set.path("spec").path("volumeClaimTemplates")) {
      ObjectNode claim = Json.object();
      claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
      claim
          .putObject("metadata")
          .put(
              "name",
              Json.textOrEmpty(template, "metadata", "name")
                  + "-"
                  + Statuses.name(set)
                  + "-"
                  + number)
          .put("namespace", Json.textOrEmpty(set, "metadata", "namespace"));
      claim.set("spec", template.path("spec").deepCopy());
      works.add(new Work.Create("persistentvolumeclaims", claim));
    }
  }

  private static boolean shrink(
      int wanted, NavigableMap<Integer, ObjectNode> pods, boolean ordered, List<Work> works) {
    var tooMany = pods.tailMap(wanted, true).descendingMap();
    for (ObjectNode pod : tooMany.values()) {
      works.add(Children.delete("pods", pod));
      if (ordered) {
        break;
      }
    }
    return !tooMany.isEmpty();
  }

  /** Replaces one pod of an old template, the highest number first, down to the partition. */
  private static void replace(
      ObjectNode set,
      int wanted,
      String revision,
      Map<Integer, ObjectNode> pods,
      List<Work> works) {
    JsonNode strategy = set.path("spec").path("updateStrategy");
    if (Json.textOrEmpty(strategy, "type").equals("OnDelete")) {
      return;
    }
    int partition = strategy.path("rollingUpdate").path("partition").asInt(0);
    for (int i = wanted - 1; i >= partition; i--) {
      ObjectNode pod = pods.get(i);
      if (pod != null && !isCurrent(pod, revision)) {
        works.add(Children.delete("pods", pod));
        return;
      }
    }
  }

  private static boolean isCurrent(ObjectNode pod, String revision) {
    return Json.textOrEmpty(pod, "metadata", "labels", REVISION).equals(revision);
  }

  private static ObjectNode status(
      ObjectNode set, int wanted, String revision, Map<Integer, ObjectNode> pods, int available) {
    int ready = (int) pods.values().stream().filter(Statuses::isReady).count();
    int updated = (int) pods.values().stream().filter(p -> isCurrent(p, revision)).count();
    boolean done = updated == wanted && ready == wanted && pods.size() == wanted;
    String before = Json.textOrEmpty(set, "status", "currentRevision");
    ObjectNode status = Json.object();
    status.put("observedGeneration", Statuses.generation(set)).put("replicas", pods.size());
    Statuses.count(status, "readyReplicas", ready);
    status.put("availableReplicas", available);
    Statuses.count(status, "updatedReplicas", updated);
    Statuses.count(status, "currentReplicas", done ? wanted : pods.size() - updated);
    status.put("currentRevision", done || before.isEmpty() ? revision : before);
    status.put("updateRevision", revision);
    status.put("collisionCount", 0);
    return status;
  }
}
