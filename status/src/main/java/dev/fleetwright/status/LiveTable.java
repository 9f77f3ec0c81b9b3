package dev.fleetwright.status;

import dev.fleetwright.status.kinds.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A collector's result kept up to date row by row. A changed row is evaluated once, and only if it
 * changed where the collector looks; its old values are taken out of their group exactly. The
 * result depends on the rows and not on how they came. For one thread.
 */
@SuppressWarnings("ReferenceEquality") // Instances are compared on purpose: first or only.
public final class LiveTable {

  private static final class Entry {
    private Row row;
    private RowOutcome outcome;

    Entry(Row row, RowOutcome outcome) {
      this.row = row;
      this.outcome = outcome;
    }
  }

  private final Collector collector;
  private final ReadPaths reads;
  private final Map<String, Entry> entries = new HashMap<>();
  private final SortedMap<String, List<Datum>> selected = new TreeMap<>();
  private final SortedMap<GroupKey, Group> groups = new TreeMap<>();
  private final SortedMap<String, List<RowError>> errors = new TreeMap<>();
  private @Nullable Instant now;
  private long reported;
  private @Nullable ResultTable table;

  public LiveTable(Collector collector) {
    this.collector = collector;
    this.reads = new ReadPaths(collector.reads());
    if (isOneGroup()) {
      groups.put(GroupKey.NONE, new Group(collector.aggregates()));
    }
  }

  private boolean isOneGroup() {
    return collector.aggregating() && collector.keys().isEmpty();
  }

  public Collector collector() {
    return collector;
  }

  /**
   * Adds or replaces the row of a cluster.
   *
   * @return whether the result may have changed
   */
  public boolean put(Row row) {
    Entry entry = entries.get(row.cluster());
    if (entry == null) {
      RowOutcome outcome = RowEvaluation.of(collector, row, now);
      entries.put(row.cluster(), new Entry(row, outcome));
      reported += row.reported() ? 1 : 0;
      enter(row.cluster(), outcome);
      table = null;
      return true;
    }
    Row old = entry.row;
    entry.row = row;
    boolean changed = old.reported() != row.reported();
    if (changed) {
      reported += row.reported() ? 1 : -1;
      table = null;
    }
    return (!reads.same(old, row) && evaluateAgain(entry)) || changed;
  }

  private boolean evaluateAgain(Entry entry) {
    RowOutcome outcome = RowEvaluation.of(collector, entry.row, now);
    if (outcome.equals(entry.outcome)) {
      return false;
    }
    leave(entry.row.cluster(), entry.outcome);
    entry.outcome = outcome;
    enter(entry.row.cluster(), outcome);
    table = null;
    return true;
  }

  /** Takes a cluster's row out. */
  public boolean remove(String cluster) {
    Entry entry = entries.remove(cluster);
    if (entry == null) {
      return false;
    }
    reported -= entry.row.reported() ? 1 : 0;
    leave(cluster, entry.outcome);
    table = null;
    return true;
  }

  /** Tells the time to expressions that ask for it; costs nothing where none does. */
  public boolean tick(Instant newNow) {
    boolean later = !newNow.equals(now);
    now = newNow;
    boolean changed = false;
    if (later && collector.readsTime()) {
      for (Entry entry : entries.values()) {
        changed |= evaluateAgain(entry);
      }
    }
    return changed;
  }

  /** Takes over the rows of another part of the input, without evaluating them again. */
  public void merge(LiveTable part) {
    if (part.collector != collector || !Objects.equals(part.now, now)) {
      throw new IllegalArgumentException("parts of one table have one collector and one time");
    }
    part.entries.forEach((cluster, entry) -> {
      remove(cluster);
      entries.put(cluster, new Entry(entry.row, entry.outcome));
      reported += entry.row.reported() ? 1 : 0;
      enter(cluster, entry.outcome);
    });
    table = null;
  }

  private void enter(String cluster, RowOutcome outcome) {
    if (!outcome.errors().isEmpty()) {
      errors.put(cluster, outcome.errors());
    }
    if (!outcome.counts()) {
      return;
    }
    if (collector.aggregating()) {
      groups
          .computeIfAbsent(new GroupKey(outcome.cells()), _ -> new Group(collector.aggregates()))
          .add(outcome.subjects());
    } else {
      selected.put(cluster, outcome.cells());
    }
  }

  private void leave(String cluster, RowOutcome outcome) {
    errors.remove(cluster);
    if (!outcome.counts()) {
      return;
    }
    if (!collector.aggregating()) {
      selected.remove(cluster);
      return;
    }
    GroupKey key = new GroupKey(outcome.cells());
    Group group = groups.get(key);
    if (group != null) {
      group.remove(outcome.subjects());
      if (group.isEmpty() && !isOneGroup()) {
        groups.remove(key);
      }
    }
  }

  /** The result at this moment. */
  public ResultTable table() {
    ResultTable made = table;
    if (made == null) {
      made = make();
      table = made;
    }
    return made;
  }

  private ResultTable make() {
    List<List<Value>> rows = new ArrayList<>();
    SizeBudget budget = new SizeBudget(ResultTable.MOST_BYTES);
    int limit = collector.limit();
    long total = collector.aggregating() ? groups.size() : selected.size();
    if (collector.aggregating()) {
      for (Map.Entry<GroupKey, Group> entry : groups.entrySet()) {
        List<Datum> cells = new ArrayList<>(entry.getKey().values());
        cells.addAll(entry.getValue().results());
        if (rows.size() == limit || !budget.takes(cells)) {
          break;
        }
        rows.add(values(cells));
      }
    } else {
      for (List<Datum> cells : selected.values()) {
        if (rows.size() == limit || !budget.takes(cells)) {
          break;
        }
        rows.add(values(cells));
      }
    }
    List<RowError> shown = new ArrayList<>();
    long failures = 0;
    for (List<RowError> ofRow : errors.values()) {
      failures += ofRow.size();
      for (RowError error : ofRow) {
        if (shown.size() < ResultTable.MOST_ERRORS) {
          shown.add(error);
        }
      }
    }
    return new ResultTable(
        collector.name(),
        collector.columnNames(),
        rows,
        total,
        shown,
        failures,
        entries.size(),
        reported);
  }

  private static List<Value> values(List<Datum> cells) {
    List<Value> values = new ArrayList<>(cells.size());
    for (Datum cell : cells) {
      values.add(cell.value());
    }
    return values;
  }
}
