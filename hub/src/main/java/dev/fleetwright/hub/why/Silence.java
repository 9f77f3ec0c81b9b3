package dev.fleetwright.hub.why;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.hub.cluster.AvailabilityReconciler;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.placement.kinds.Condition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Clusters that nothing is heard of. */
final class Silence {

  private final Map<String, Condition> silent = new TreeMap<>();

  Silence(Collection<ManagedCluster> clusters) {
    for (ManagedCluster cluster : clusters) {
      Condition heard = AvailabilityReconciler.of(cluster);
      if (heard != null && !heard.status().equals("True")) {
        silent.put(cluster.getMetadata().getName(), heard);
      }
    }
  }

  /** What is to be said of a cluster; empty when it is heard of. */
  Optional<Tree> of(String cluster) {
    return Optional.ofNullable(silent.get(cluster))
        .map(heard ->
            new Tree(
                cluster + ": " + heard.message(),
                Mark.BAD,
                List.of(
                    Tree.toDo(
                        "see whether its agent runs and reaches hub and broker; one of a local up:"
                            + " fleetwright cluster reconnect "
                            + cluster))));
  }
}
