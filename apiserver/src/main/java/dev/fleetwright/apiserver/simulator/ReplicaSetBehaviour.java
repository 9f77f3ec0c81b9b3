package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps as many pods as are wanted; those that are not ready go first. */
final class ReplicaSetBehaviour implements Behaviour {
  @Override
  public String resource() {
    return "replicasets.apps";
  }

  @Override
  public Next next(ObjectNode set, Scene scene) {
    if (Statuses.isDeleting(set)) {
      return Next.NOTHING;
    }
    int wanted = Math.max(0, Statuses.number(set, "spec", "replicas", 1));
    List<ObjectNode> pods =
        new ArrayList<>(
            scene.owned("pods").stream()
                .filter(pod -> !Statuses.isDeleting(pod) && !isOver(pod))
                .toList());
    var works = new ArrayList<Work>();
    Set<String> names = new HashSet<>();
    scene.owned("pods").forEach(pod -> names.add(Statuses.name(pod)));
    for (int i = 0, made = pods.size(); made < wanted; i++) {
      String name = Statuses.name(set) + "-" + Statuses.letters(Statuses.uid(set) + i, 5);
      if (names.add(name)) {
        works.add(
            new Work.Create(
                "pods", Children.pod(set, name, Children.nodeFor(scene, name), Map.of())));
        made++;
      }
    }
    pods.sort(
        Comparator.comparing(Statuses::isReady)
            .thenComparing(pod -> Json.textOrEmpty(pod, "metadata", "creationTimestamp"))
            .thenComparing(Statuses::name));
    for (int i = 0; i < pods.size() - wanted; i++) {
      works.add(Children.delete("pods", pods.get(i)));
    }
    Children.spreadFault(set, "pods", pods, works);
    int ready = (int) pods.stream().filter(Statuses::isReady).count();
    Availability available = Availability.of(set, pods, scene.now());
    ObjectNode status = Json.object();
    status.put("replicas", pods.size());
    Statuses.count(status, "fullyLabeledReplicas", pods.size());
    Statuses.count(status, "readyReplicas", ready);
    Statuses.count(status, "availableReplicas", available.count());
    status.put("observedGeneration", Statuses.generation(set));
    return new Next(Json.same(status, set.get("status")) ? null : status, available.next(), works);
  }

  private static boolean isOver(ObjectNode pod) {
    String phase = Json.textOrEmpty(pod, "status", "phase");
    return phase.equals("Failed") || phase.equals("Succeeded");
  }
}
