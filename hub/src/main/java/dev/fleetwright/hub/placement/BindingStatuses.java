package dev.fleetwright.hub.placement;

import dev.fleetwright.placement.kinds.BindingStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The status of a Binding. A pure function. */
final class BindingStatuses {

  private static final int CLUSTERS_NAMED = 3;

  /**
   * What is known about a cluster of a Binding.
   *
   * @param errors why works could not be written as they should be
   * @param failures why works that were written are not applied there
   * @param applied whether the cluster has confirmed all works
   */
  record AtCluster(String cluster, List<String> errors, List<String> failures, boolean applied) {}

  private BindingStatuses() {}

  static BindingStatus of(
      @Nullable BindingStatus before,
      long generation,
      Collection<AtCluster> clusters,
      Instant now) {
    Conditions conditions =
        new Conditions(before == null ? List.of() : before.conditions(), generation, now);
    long written = clusters.stream().filter(one -> one.errors.isEmpty()).count();
    long applied = clusters.stream().filter(AtCluster::applied).count();
    if (clusters.isEmpty()) {
      conditions.add(
          Conditions.SYNCED, Conditions.TRUE, "NoClusters", "no cluster is a destination");
    } else if (written == clusters.size()) {
      conditions.add(
          Conditions.SYNCED,
          Conditions.TRUE,
          "WorksWritten",
          "the works of " + clusters.size() + " clusters are written");
    } else {
      conditions.add(
          Conditions.SYNCED,
          Conditions.FALSE,
          "NotAllObjectsSent",
          "at "
              + (clusters.size() - written)
              + " of "
              + clusters.size()
              + " clusters not all objects are as they should be");
    }
    if (!clusters.isEmpty()) {
      boolean everywhere = applied == clusters.size();
      conditions.add(
          Conditions.APPLIED,
          everywhere ? Conditions.TRUE : Conditions.FALSE,
          everywhere ? "AppliedEverywhere" : "NotAppliedEverywhere",
          applied + " of " + clusters.size() + " clusters have applied everything");
    }
    return new BindingStatus(conditions.all(), generation, errors(clusters));
  }

  /** One line for what is the same at several clusters. */
  private static List<String> errors(Collection<AtCluster> clusters) {
    Map<String, List<String>> byText = new TreeMap<>();
    for (AtCluster one : clusters) {
      one.errors.forEach(
          text -> byText.computeIfAbsent(text, _ -> new ArrayList<>()).add(one.cluster));
      one.failures.forEach(
          text -> byText.computeIfAbsent(text, _ -> new ArrayList<>()).add(one.cluster));
    }
    List<String> lines = new ArrayList<>();
    byText.forEach((text, names) -> lines.add(named(names) + ": " + text));
    return Conditions.shortened(lines);
  }

  private static String named(List<String> names) {
    List<String> sorted = names.stream().sorted().distinct().toList();
    String first = String.join(", ", sorted.subList(0, Math.min(CLUSTERS_NAMED, sorted.size())));
    return sorted.size() <= CLUSTERS_NAMED
        ? first
        : first + " and " + (sorted.size() - CLUSTERS_NAMED) + " more";
  }
}
