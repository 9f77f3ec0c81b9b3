package dev.fleetwright.cli.view;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.hub.cluster.AvailabilityReconciler;
import dev.fleetwright.hub.world.WorldWorks;
import dev.fleetwright.placement.kinds.Condition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Worlds × clusters. A pure function of what the server has. */
public record FleetView(List<Row> rows, List<String> clusters) {

  /** More clusters than these do not fit beside each other; their number is told instead. */
  private static final int MOST_COLUMNS = 8;

  /**
   * One world.
   *
   * @param cells what it does at each cluster that it is at
   */
  public record Row(
      String namespace,
      String world,
      String phase,
      int running,
      int total,
      String message,
      SortedMap<String, String> cells) {}

  /** What a cluster does that nobody hears of. */
  static final String SILENT = "Silent";

  public static FleetView of(
      Collection<WorldInstance> worlds,
      Collection<ManifestWork> works,
      Collection<ManagedCluster> inventory) {
    SortedMap<String, String> silent = silent(inventory);
    List<Row> rows = new ArrayList<>();
    SortedSet<String> clusters = new TreeSet<>();
    for (WorldInstance world : worlds) {
      Row row = row(world, works, silent);
      rows.add(row);
      clusters.addAll(row.cells.keySet());
    }
    rows.sort(Comparator.comparing(Row::namespace).thenComparing(Row::world));
    return new FleetView(List.copyOf(rows), List.copyOf(clusters));
  }

  /** The clusters that are not heard of, and since when. */
  static SortedMap<String, String> silent(Collection<ManagedCluster> inventory) {
    SortedMap<String, String> silent = new TreeMap<>();
    for (ManagedCluster cluster : inventory) {
      Condition heard = AvailabilityReconciler.of(cluster);
      if (heard != null && !heard.status().equals("True")) {
        silent.put(
            cluster.getMetadata().getName(),
            Objects.requireNonNullElse(heard.lastTransitionTime(), "?"));
      }
    }
    return silent;
  }

  private static Row row(
      WorldInstance world, Collection<ManifestWork> works, SortedMap<String, String> silent) {
    WorldInstanceStatus status =
        world.getStatus() == null ? WorldInstanceStatus.NONE : world.getStatus();
    String namespace = world.getMetadata().getNamespace();
    String name = world.getMetadata().getName();
    SortedMap<String, String> cells = new TreeMap<>();
    WorldInstanceStatus.Clusters summary = status.clusters();
    // Only the first that are behind are listed; of the others nothing is known then.
    boolean allListed =
        summary != null && summary.total() - summary.running() <= summary.notRunning().size();
    String settled = !allListed ? "?" : world.getSpec().shouldRun() ? "Running" : "Stopped";
    WorldWorks.of(new ObjectKey(namespace, name), works)
        .keySet()
        .forEach(cluster -> cells.put(cluster, settled));
    if (summary != null) {
      summary.notRunning().forEach(behind -> cells.put(behind.name(), behind.phase()));
    }
    List<String> message = new ArrayList<>();
    if (status.message() != null) {
      message.add(status.message());
    }
    cells.replaceAll((cluster, phase) -> {
      if (silent.containsKey(cluster)) {
        message.add("nothing heard of " + cluster + " since " + silent.get(cluster));
        return SILENT;
      }
      return phase;
    });
    return new Row(
        namespace,
        name,
        world.isMarkedForDeletion()
            ? "Deleting"
            : status.phase() == null ? "New" : status.phase().toString(),
        summary == null ? 0 : summary.running(),
        summary == null ? 0 : summary.total(),
        String.join("; ", message),
        cells);
  }

  public String table(Console console) {
    boolean wide = clusters.size() <= MOST_COLUMNS;
    List<String> headers = new ArrayList<>(List.of("NAMESPACE", "WORLD", "PHASE", "CLUSTERS"));
    if (wide) {
      clusters.forEach(headers::add);
    } else {
      headers.add("BEHIND");
    }
    headers.add("MESSAGE");
    Table table = new Table(headers.toArray(String[]::new));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>();
      cells.add(row.namespace);
      cells.add(row.world);
      cells.add(symbol(row.phase) + " " + row.phase);
      cells.add(row.running + "/" + row.total);
      if (wide) {
        clusters.forEach(cluster -> {
          String cell = row.cells.get(cluster);
          cells.add(cell == null ? "" : symbol(cell) + " " + cell);
        });
      } else {
        cells.add(behind(row));
      }
      cells.add(row.message);
      table.row(cells.toArray(String[]::new));
    }
    return coloured(table.render(), console);
  }

  private static String behind(Row row) {
    List<String> behind =
        row.cells.entrySet().stream()
            .filter(
                cell -> !cell.getValue().equals("Running") && !cell.getValue().equals("Stopped"))
            .map(cell -> cell.getKey() + " " + cell.getValue())
            .toList();
    return behind.size() <= 3
        ? String.join(", ", behind)
        : String.join(", ", behind.subList(0, 3)) + " and " + (behind.size() - 3) + " more";
  }

  private static String symbol(String phase) {
    return switch (phase) {
      case "Running", "Stopped", "Empty" -> "✓";
      case "Error", "Failed", SILENT -> "✗";
      default -> "…";
    };
  }

  /** After the columns are aligned, so that colours take no room. */
  static String coloured(String text, Console console) {
    return text.replace("✓", console.green("✓"))
        .replace("✗", console.red("✗"))
        .replace("… ", console.yellow("…") + " ");
  }

  /** Whether every world does as desired. */
  public boolean isSettled() {
    return rows.stream()
        .allMatch(row ->
            !row.cells.containsValue(SILENT)
                && (row.phase.equals(WorldPhase.RUNNING.toString())
                    || row.phase.equals(WorldPhase.STOPPED.toString())));
  }

  public List<Map<String, Object>> plain() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("namespace", row.namespace);
      one.put("world", row.world);
      one.put("phase", row.phase);
      one.put("running", row.running);
      one.put("total", row.total);
      one.put("message", row.message);
      one.put("clusters", row.cells);
      all.add(one);
    }
    return all;
  }
}
