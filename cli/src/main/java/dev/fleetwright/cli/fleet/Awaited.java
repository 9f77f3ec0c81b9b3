package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.hub.cluster.AvailabilityReconciler;
import dev.fleetwright.placement.kinds.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How far something is that is waited for. Each question is a function of the objects of a kind.
 *
 * @param text what is the case now
 */
record Awaited(boolean reached, String text) {

  private static final int SHOWN = 5;

  /**
   * @throws IllegalArgumentException when worlds have no such state
   */
  static Function<List<WorldInstance>, Awaited> world(String name, String state) {
    String wanted = state.isEmpty() ? "Running" : state;
    boolean gone = wanted.equalsIgnoreCase("gone");
    if (!gone
        && Arrays.stream(WorldPhase.values())
            .noneMatch(phase -> phase.toString().equalsIgnoreCase(wanted))) {
      throw new IllegalArgumentException(
          "a world is never "
              + wanted
              + "; it can be "
              + Arrays.stream(WorldPhase.values())
                  .map(WorldPhase::toString)
                  .collect(Collectors.joining(", "))
              + " or gone");
    }
    return worlds -> {
      Optional<WorldInstance> found = named(worlds, name);
      if (found.isEmpty()) {
        return new Awaited(gone, "there is no world " + name);
      }
      WorldInstanceStatus status = found.get().getStatus();
      if (status == null || status.phase() == null) {
        return new Awaited(false, "world " + name + " is new");
      }
      // What the status says of an older spec is no answer about this one.
      boolean current =
          status.observedGeneration() == null
              || status.observedGeneration().equals(found.get().getMetadata().getGeneration());
      return new Awaited(
          current && status.phase().toString().equalsIgnoreCase(wanted),
          "world " + name + " is " + status.phase() + ": " + status.message());
    };
  }

  /** Of a release: whether it runs at every cluster that has its module. */
  static Function<List<ReleaseTarget>, Awaited> everywhere(Release release) {
    String name = release.getMetadata().getName();
    return targets -> {
      List<ReleaseTarget> its =
          targets.stream()
              .filter(target ->
                  target.getSpec().deployment().equals(release.getSpec().deployment())
                      && target
                          .getMetadata()
                          .getNamespace()
                          .equals(release.getMetadata().getNamespace()))
              .toList();
      List<String> there =
          its.stream()
              .filter(t -> t.getStatus() != null && name.equals(t.getStatus().current()))
              .map(target -> target.getSpec().resource().name())
              .sorted()
              .toList();
      return new Awaited(
          !its.isEmpty() && there.size() == its.size(),
          "release " + name + " runs at " + there.size() + " of " + its.size() + some(there));
    };
  }

  private static String some(List<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    return names.size() <= SHOWN
        ? ": " + String.join(", ", names)
        : ": "
            + String.join(", ", names.subList(0, SHOWN))
            + " and "
            + (names.size() - SHOWN)
            + " more";
  }

  /**
   * @throws IllegalArgumentException when clusters have no such state
   */
  static Function<List<ManagedCluster>, Awaited> cluster(String name, String state) {
    boolean silent = state.equals("silent");
    if (!silent && !state.isEmpty() && !state.equals("heard")) {
      throw new IllegalArgumentException("a cluster is heard or silent, not " + state);
    }
    return clusters -> {
      Optional<ManagedCluster> found = named(clusters, name);
      if (found.isEmpty()) {
        return new Awaited(false, "there is no cluster " + name);
      }
      Condition heard = AvailabilityReconciler.of(found.get());
      if (heard == null) {
        return new Awaited(false, "nothing was ever heard of cluster " + name);
      }
      boolean hears = heard.status().equals("True");
      return new Awaited(
          hears != silent,
          "cluster "
              + name
              + (hears ? " is heard of since " : " is silent since ")
              + heard.lastTransitionTime());
    };
  }

  private static <T extends HasMetadata> Optional<T> named(List<T> objects, String name) {
    return objects.stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst();
  }
}
