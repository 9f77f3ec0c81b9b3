package dev.fleetwright.cli.view;

import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.release.kinds.DecisionEntry;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Modules × clusters: which release runs where, and what waits. A pure function of the targets. */
public record ReleaseView(List<Row> rows, List<String> clusters) {

  /** More clusters than these do not fit beside each other; releases are counted instead. */
  private static final int MOST_COLUMNS = 8;

  private static final String NONE = "-";

  /** One module at one cluster. */
  public record Cell(@Nullable String current, @Nullable String chosen) {

    boolean isThere() {
      return current != null && current.equals(chosen);
    }

    String text() {
      if (isThere()) {
        return "✓ " + current;
      }
      return chosen == null
          ? "… " + Objects.requireNonNullElse(current, NONE)
          : "… " + (current == null ? "" : current + " ") + "→ " + chosen;
    }
  }

  /**
   * One module of one world.
   *
   * @param waits why a cluster does not get something newer, once for each reason
   */
  public record Row(
      String namespace,
      String world,
      String module,
      SortedMap<String, Cell> cells,
      List<String> waits) {}

  private record Key(String namespace, String world, String module) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byNamespace = namespace.compareTo(other.namespace);
      int byWorld = byNamespace != 0 ? byNamespace : world.compareTo(other.world);
      return byWorld != 0 ? byWorld : module.compareTo(other.module);
    }
  }

  public static ReleaseView of(Collection<ReleaseTarget> targets) {
    SortedMap<Key, SortedMap<String, ReleaseTarget>> rows = new TreeMap<>();
    SortedSet<String> clusters = new TreeSet<>();
    for (ReleaseTarget target : targets) {
      String cluster = target.getSpec().resource().name();
      clusters.add(cluster);
      Key key =
          new Key(
              target.getMetadata().getNamespace(),
              Objects.requireNonNullElse(target.getSpec().world(), NONE),
              target.getSpec().deployment());
      rows.computeIfAbsent(key, _ -> new TreeMap<>()).put(cluster, target);
    }
    List<Row> all = new ArrayList<>();
    rows.forEach((key, row) -> {
      SortedMap<String, Cell> cells = new TreeMap<>();
      SortedSet<String> waits = new TreeSet<>();
      row.forEach((cluster, target) -> {
        cells.put(cluster, cell(target));
        waits.addAll(waits(target));
      });
      all.add(new Row(key.namespace(), key.world(), key.module(), cells, List.copyOf(waits)));
    });
    return new ReleaseView(List.copyOf(all), List.copyOf(clusters));
  }

  private static Cell cell(ReleaseTarget target) {
    ReleaseTargetStatus status = target.getStatus();
    DecisionEntry decision = status == null ? null : status.decision();
    return new Cell(
        status == null ? null : status.current(), decision == null ? null : decision.release());
  }

  private static List<String> waits(ReleaseTarget target) {
    ReleaseTargetStatus status = target.getStatus();
    return status == null || status.decision() == null ? List.of() : status.decision().reasons();
  }

  public String table(Console console) {
    boolean wide = clusters.size() <= MOST_COLUMNS;
    List<String> headers = new ArrayList<>(List.of("WORLD", "MODULE"));
    if (wide) {
      headers.addAll(clusters);
    } else {
      headers.add("RELEASES × CLUSTERS");
    }
    Table table = new Table(headers.toArray(String[]::new));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.world, row.module));
      if (wide) {
        clusters.forEach(cluster -> {
          Cell cell = row.cells.get(cluster);
          cells.add(cell == null ? "" : cell.text());
        });
      } else {
        cells.add(counted(row));
      }
      table.row(cells.toArray(String[]::new));
    }
    StringBuilder out = new StringBuilder(FleetView.coloured(table.render(), console));
    for (Row row : rows) {
      row.waits.forEach(
          reason -> out.append("  ").append(row.module).append(": ").append(reason).append('\n'));
    }
    return out.toString();
  }

  private static String counted(Row row) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    row.cells.values().forEach(cell -> counts.merge(cell.text(), 1, Integer::sum));
    return String.join(
        ", ",
        counts.entrySet().stream().map(one -> one.getKey() + " × " + one.getValue()).toList());
  }

  /** Whether every module has arrived where it is to be. */
  public boolean isSettled() {
    return rows.stream().allMatch(row -> row.cells.values().stream().allMatch(Cell::isThere));
  }

  public List<Map<String, Object>> plain() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> cells = new TreeMap<>();
      row.cells.forEach((cluster, cell) -> {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("current", cell.current);
        one.put("chosen", cell.chosen);
        cells.put(cluster, one);
      });
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("namespace", row.namespace);
      one.put("world", row.world);
      one.put("module", row.module);
      one.put("clusters", cells);
      one.put("waits", row.waits);
      all.add(one);
    }
    return all;
  }
}
