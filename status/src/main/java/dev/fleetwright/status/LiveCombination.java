package dev.fleetwright.status;

import dev.fleetwright.model.Problem;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.CombinedResult.AggregationError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The CombinedStatus of one object and one Binding, kept up to date. Rows are shared by all
 * collectors; a collector that comes late, or a new generation of one, starts from them. For one
 * thread.
 */
@SuppressWarnings("ReferenceEquality") // Instances are compared on purpose: first or only.
public final class LiveCombination {

  private record Shown(ResultTable table, CombinedResult result) {}

  private final CombinedStatus empty;
  private final CollectorLibrary library;
  private final Map<String, Row> rows = new HashMap<>();
  private final Map<String, LiveTable> tables = new TreeMap<>();
  private final Map<String, Shown> shown = new HashMap<>();
  private final SortedSet<String> collectors = new TreeSet<>();
  private @Nullable Instant now;
  private long reported;

  public LiveCombination(String name, ObjectRef object, String owner, CollectorLibrary library) {
    this.empty = CombinedStatus.of(name, object, owner, List.of(), 0, 0);
    this.library = library;
  }

  /** Says which collectors are asked for. */
  public void collectors(Collection<String> names) {
    collectors.clear();
    collectors.addAll(names);
    tables.keySet().retainAll(collectors);
    shown.keySet().retainAll(collectors);
  }

  /**
   * Adds or replaces a cluster's row.
   *
   * @return whether the status may have changed
   */
  public boolean put(Row row) {
    Row old = rows.put(row.cluster(), row);
    reported += (row.reported() ? 1 : 0) - (old != null && old.reported() ? 1 : 0);
    boolean changed = old == null || old.reported() != row.reported();
    for (LiveTable table : tables.values()) {
      changed |= table.put(row);
    }
    return changed;
  }

  public boolean remove(String cluster) {
    Row old = rows.remove(cluster);
    if (old == null) {
      return false;
    }
    reported -= old.reported() ? 1 : 0;
    tables.values().forEach(table -> table.remove(cluster));
    return true;
  }

  /** Takes out the rows of all clusters but these. */
  public boolean retain(Set<String> clusters) {
    boolean changed = false;
    for (String cluster : List.copyOf(rows.keySet())) {
      changed |= !clusters.contains(cluster) && remove(cluster);
    }
    return changed;
  }

  /** Tells the time. */
  public boolean tick(Instant newNow) {
    now = newNow;
    boolean changed = false;
    for (LiveTable table : tables.values()) {
      changed |= table.tick(newNow);
    }
    return changed;
  }

  /** Whether the status changes as time passes. */
  public boolean readsTime() {
    return collectors.stream()
        .anyMatch(collector -> library.find(collector).filter(Collector::readsTime).isPresent());
  }

  public CombinedStatus status() {
    List<CombinedResult> results = new ArrayList<>();
    for (String collector : collectors) {
      results.add(result(collector));
    }
    return empty.with(results, reported, rows.size());
  }

  private CombinedResult result(String collectorName) {
    List<AggregationError> mistakes =
        library.problems(collectorName).stream().map(LiveCombination::error).toList();
    Collector collector = library.find(collectorName).orElse(null);
    if (collector == null) {
      tables.remove(collectorName);
      return new CombinedResult(
          collectorName, List.of(), List.of(), List.of(), mistakes, null, null);
    }
    LiveTable table = tables.get(collectorName);
    if (table == null || table.collector() != collector) {
      table = new LiveTable(collector);
      if (now != null) {
        table.tick(now);
      }
      rows.values().forEach(table::put);
      tables.put(collectorName, table);
    }
    CombinedResult result = result(collectorName, table.table());
    if (mistakes.isEmpty()) {
      return result;
    }
    List<AggregationError> all = new ArrayList<>(mistakes);
    all.addAll(result.aggregationErrors());
    return new CombinedResult(
        result.name(),
        result.columnNames(),
        result.rows(),
        result.rowErrors(),
        all,
        result.truncated(),
        result.reporting());
  }

  /** Most changes touch few collectors; the results of the others stay the same instances. */
  private CombinedResult result(String collectorName, ResultTable table) {
    Shown before = shown.get(collectorName);
    if (before != null && before.table == table) {
      return before.result;
    }
    CombinedResult result = table.result();
    shown.put(collectorName, new Shown(table, result));
    return result;
  }

  private static AggregationError error(Problem problem) {
    return new AggregationError(problem.path().isEmpty() ? "*" : problem.path(), problem.message());
  }
}
