package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a deployment is, and its next step.
 *
 * @param pods how many pods there are
 * @param available how many of them serve
 * @param next how many replicas the new set should have now
 * @param nextOld how many each old set should have now
 */
record Rollout(
    int wanted,
    int pods,
    int available,
    int maxUnavailable,
    int next,
    List<Integer> nextOld,
    boolean complete) {

  static Rollout of(ObjectNode deployment, @Nullable ObjectNode current, List<ObjectNode> old) {
    int wanted = Math.max(0, Statuses.number(deployment, "spec", "replicas", 1));
    JsonNode strategy = deployment.path("spec").path("strategy");
    boolean recreate = Json.textOrEmpty(strategy, "type").equals("Recreate");
    int surge =
        recreate ? 0 : amount(strategy.path("rollingUpdate").path("maxSurge"), wanted, true);
    int unavailable =
        recreate
            ? wanted
            : amount(strategy.path("rollingUpdate").path("maxUnavailable"), wanted, false);
    if (surge == 0 && unavailable == 0) {
      unavailable = 1;
    }
    int newReplicas = current == null ? 0 : replicas(current);
    int newAvailable = current == null ? 0 : available(current);
    int oldReplicas = old.stream().mapToInt(Rollout::replicas).sum();
    int oldPods = old.stream().mapToInt(Rollout::pods).sum();
    int oldAvailable = old.stream().mapToInt(Rollout::available).sum();
    int available = newAvailable + oldAvailable;
    int next = Math.min(wanted, newReplicas);
    var nextOld = new ArrayList<Integer>();
    if (recreate) {
      old.forEach(set -> nextOld.add(0));
      next = oldPods == 0 ? wanted : Math.min(wanted, newReplicas);
    } else {
      next = Math.min(wanted, next + Math.max(0, wanted + surge - newReplicas - oldReplicas));
      int lasting = old.stream().mapToInt(Rollout::lasting).sum();
      lasting += current == null ? 0 : lasting(current);
      int spare = Math.max(0, lasting - Math.max(0, wanted - unavailable));
      for (ObjectNode set : old) {
        int broken = Math.max(0, replicas(set) - available(set));
        int gone = Math.min(replicas(set), broken);
        int more = Math.min(replicas(set) - gone, spare);
        spare -= more;
        nextOld.add(replicas(set) - gone - more);
      }
    }
    int newPods = current == null ? 0 : pods(current);
    boolean complete =
        current != null && newPods == wanted && newAvailable == wanted && oldPods == 0;
    return new Rollout(
        wanted,
        newPods + oldPods,
        available,
        recreate ? 0 : Math.min(unavailable, wanted),
        next,
        List.copyOf(nextOld),
        complete);
  }

  private static int replicas(ObjectNode set) {
    return Statuses.number(set, "spec", "replicas", 1);
  }

  private static int pods(ObjectNode set) {
    return Statuses.number(set, "status", "replicas", 0);
  }

  /** The status may still count pods that the set was told to give up. */
  private static int lasting(ObjectNode set) {
    return Math.min(available(set), replicas(set));
  }

  private static int available(ObjectNode set) {
    return Statuses.number(set, "status", "availableReplicas", 0);
  }

  /** A number, or a percentage of all, rounded up or down. */
  static int amount(JsonNode value, int all, boolean up) {
    if (value.isNumber()) {
      return Math.max(0, value.asInt());
    }
    String text = value.asText("25%");
    if (!text.matches("\\d{1,5}%")) {
      return up ? 1 : 0;
    }
    double exact = all * Integer.parseInt(text.substring(0, text.length() - 1)) / 100.0;
    return (int) (up ? Math.ceil(exact) : Math.floor(exact));
  }
}
