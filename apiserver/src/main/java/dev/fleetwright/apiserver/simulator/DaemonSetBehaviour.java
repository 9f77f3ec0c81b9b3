package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One pod on each node, replaced a few at a time when the template changes. */
final class DaemonSetBehaviour implements Behaviour {
  private static final String REVISION = "controller-revision-hash";

  @Override
  public String resource() {
    return "daemonsets.apps";
  }

  @Override
  public Next next(ObjectNode set, Scene scene) {
    if (Statuses.isDeleting(set)) {
      return Next.NOTHING;
    }
    List<String> nodes = Children.nodes(scene);
    String revision = Statuses.hash(set.path("spec").path("template"));
    Map<String, ObjectNode> byNode = new HashMap<>();
    var works = new ArrayList<Work>();
    for (ObjectNode pod : scene.owned("pods")) {
      String node = Json.textOrEmpty(pod, "spec", "nodeName");
      if (!nodes.contains(node) || byNode.putIfAbsent(node, pod) != null) {
        works.add(Children.delete("pods", pod));
      }
    }
    int ready = 0;
    int updated = 0;
    for (String node : nodes) {
      ObjectNode pod = byNode.get(node);
      if (pod == null) {
        String name = Statuses.name(set) + "-" + Statuses.letters(node, 5);
        works.add(
            new Work.Create("pods", Children.pod(set, name, node, Map.of(REVISION, revision))));
      } else {
        ready += Statuses.isReady(pod) ? 1 : 0;
        updated += isCurrent(pod, revision) ? 1 : 0;
      }
    }
    Availability available = Availability.of(set, byNode.values(), scene.now());
    replace(set, nodes.size(), available.count(), revision, byNode, works);
    Children.spreadFault(set, "pods", List.copyOf(byNode.values()), works);
    ObjectNode status = Json.object();
    status.put("currentNumberScheduled", byNode.size()).put("numberMisscheduled", 0);
    status.put("desiredNumberScheduled", nodes.size()).put("numberReady", ready);
    status.put("observedGeneration", Statuses.generation(set));
    Statuses.count(status, "updatedNumberScheduled", updated);
    Statuses.count(status, "numberAvailable", available.count());
    Statuses.count(status, "numberUnavailable", nodes.size() - available.count());
    return new Next(Json.same(status, set.get("status")) ? null : status, available.next(), works);
  }

  private static void replace(
      ObjectNode set,
      int nodes,
      int available,
      String revision,
      Map<String, ObjectNode> byNode,
      List<Work> works) {
    JsonNode strategy = set.path("spec").path("updateStrategy");
    if (Json.textOrEmpty(strategy, "type").equals("OnDelete")) {
      return;
    }
    int missing = nodes - available;
    int room =
        Math.max(
                1,
                Rollout.amount(strategy.path("rollingUpdate").path("maxUnavailable"), nodes, true))
            - missing;
    for (ObjectNode pod :
        byNode.values().stream().sorted(java.util.Comparator.comparing(Statuses::name)).toList()) {
      if (isCurrent(pod, revision)) {
        continue;
      }
      boolean broken = !Statuses.isReady(pod);
      if (broken || room > 0) {
        works.add(Children.delete("pods", pod));
        room -= broken ? 0 : 1;
      }
    }
  }

  private static boolean isCurrent(ObjectNode pod, String revision) {
    return Json.textOrEmpty(pod, "metadata", "labels", REVISION).equals(revision);
  }
}
