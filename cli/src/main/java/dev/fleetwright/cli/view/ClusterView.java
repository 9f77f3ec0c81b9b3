package dev.fleetwright.cli.view;

import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.hub.cluster.AvailabilityReconciler;
import dev.fleetwright.hub.world.WorldWorks;
import dev.fleetwright.placement.kinds.Condition;
import dev.fleetwright.placement.work.LabelValue;
import dev.fleetwright.status.kinds.StatusDetails;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Clusters by how long ago they were heard of. A pure function of what the server has. */
public record ClusterView(List<Row> rows) {

  /**
   * One cluster.
   *
   * @param state Heard, Silent or Quiet, which is one that has no world to report on
   * @param since when it came to this state; empty when that is not known
   * @param lastChange when it reported another status last; empty when it never did
   * @param objects how many objects it reports on
   */
  public record Row(String cluster, String state, String since, String lastChange, int objects) {

    /** Silent ones first, those for longest; then by their last change. */
    static final Comparator<Row> STALEST_FIRST =
        Comparator.comparing((Row row) -> !row.state.equals(FleetView.SILENT))
            .thenComparing(row -> row.state.equals(FleetView.SILENT) ? row.since : "")
            .thenComparing(Row::lastChange)
            .thenComparing(Row::cluster);
  }

  public static ClusterView of(
      Collection<ManagedCluster> clusters, Collection<WorkStatus> reports) {
    Map<String, String> latest = new HashMap<>();
    Map<String, Integer> objects = new HashMap<>();
    for (WorkStatus report : reports) {
      String cluster = report.getMetadata().getNamespace();
      objects.merge(cluster, 1, Integer::sum);
      StatusDetails details = report.statusDetails();
      String time = details == null ? null : details.lastReturnedUpdateTimestamp();
      if (time != null) {
        latest.merge(cluster, time, (one, other) -> one.compareTo(other) > 0 ? one : other);
      }
    }
    List<Row> rows = new ArrayList<>();
    for (ManagedCluster cluster : clusters) {
      String name = cluster.getMetadata().getName();
      Condition heard = AvailabilityReconciler.of(cluster);
      rows.add(
          new Row(
              name,
              heard == null ? "Quiet" : heard.status().equals("True") ? "Heard" : FleetView.SILENT,
              heard == null || heard.lastTransitionTime() == null ? "" : heard.lastTransitionTime(),
              latest.getOrDefault(name, ""),
              objects.getOrDefault(name, 0)));
    }
    rows.sort(Row.STALEST_FIRST);
    return new ClusterView(List.copyOf(rows));
  }

  /**
   * The clusters that have something of a namespace of the hub: the work of a world in it, or a
   * report of an object that was placed from it. Only such reports count.
   */
  public static ClusterView within(
      String namespace,
      Collection<ManagedCluster> clusters,
      Collection<ManifestWork> works,
      Collection<WorkStatus> reports) {
    Set<String> names = new HashSet<>();
    Set<ObjectKey> ofWorlds = new HashSet<>();
    for (ManifestWork work : works) {
      String cluster = work.getMetadata().getNamespace();
      if (WorldWorks.owner(work)
          .filter(world -> world.namespace().equals(LabelValue.of(namespace)))
          .isPresent()) {
        names.add(cluster);
        ofWorlds.add(new ObjectKey(cluster, Marks.labelOf(work.getMetadata().getName())));
      }
    }
    List<WorkStatus> ours =
        reports.stream()
            .filter(report ->
                namespace.equals(report.getSpec().sourceRef().namespace())
                    || ofWorlds.contains(workOf(report)))
            .toList();
    ours.forEach(report -> names.add(report.getMetadata().getNamespace()));
    return of(
        clusters.stream().filter(one -> names.contains(one.getMetadata().getName())).toList(),
        ours);
  }

  private static ObjectKey workOf(WorkStatus report) {
    Map<String, String> labels = report.getMetadata().getLabels();
    return new ObjectKey(
        report.getMetadata().getNamespace(),
        labels == null ? "" : labels.getOrDefault(Marks.WORK, ""));
  }

  public boolean isAllHeard() {
    return rows.stream().noneMatch(row -> row.state.equals(FleetView.SILENT));
  }

  public String table(Console console, Instant now) {
    Table table = new Table("CLUSTER", "STATE", "FOR", "SINCE", "OBJECTS", "LAST CHANGE");
    for (Row row : rows) {
      table.row(
          row.cluster,
          symbol(row.state) + " " + row.state,
          age(row.since, now),
          row.since,
          Integer.toString(row.objects),
          row.lastChange);
    }
    return FleetView.coloured(table.render(), console);
  }

  private static String symbol(String state) {
    return switch (state) {
      case "Heard" -> "✓";
      case "Quiet" -> "·";
      default -> "✗";
    };
  }

  /** In one unit, as people say it. */
  static String age(String since, Instant now) {
    try {
      Duration age = Duration.between(Instant.parse(since), now);
      // A clock that was set back makes nothing younger than new.
      long seconds = Math.max(0, age.toSeconds());
      if (seconds < 120) {
        return seconds + " s";
      }
      if (seconds < 2 * 3_600) {
        return seconds / 60 + " min";
      }
      return seconds < 48 * 3_600 ? seconds / 3_600 + " h" : seconds / 86_400 + " d";
    } catch (DateTimeParseException e) {
      return "";
    }
  }

  public List<Map<String, Object>> plain() {
    return rows.stream()
        .map(row -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("cluster", row.cluster);
          one.put("state", row.state);
          one.put("since", row.since);
          one.put("objects", row.objects);
          one.put("lastChange", row.lastChange);
          return one;
        })
        .toList();
  }
}
