package dev.fleetwright.status;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelPath;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A StatusCollector made ready: checked and compiled once, used for every object and row. */
public final class Collector {

  private final String name;
  private final StatusCollectorSpec spec;
  private final @Nullable CelExpression filter;
  private final List<Column> keys;
  private final List<Aggregate> aggregates;
  private final List<Column> selected;
  private final List<String> columnNames;
  private final SortedSet<CelPath> reads;

  Collector(
      String name,
      StatusCollectorSpec spec,
      @Nullable CelExpression filter,
      List<Column> keys,
      List<Aggregate> aggregates,
      List<Column> selected) {
    this.name = name;
    this.spec = spec;
    this.filter = filter;
    this.keys = List.copyOf(keys);
    this.aggregates = List.copyOf(aggregates);
    this.selected = List.copyOf(selected);
    List<String> names = new ArrayList<>();
    SortedSet<CelPath> paths = new TreeSet<>();
    if (filter != null) {
      paths.addAll(filter.reads());
    }
    for (Column column : keys) {
      names.add(column.name());
      paths.addAll(column.expression().reads());
    }
    for (Aggregate aggregate : aggregates) {
      names.add(aggregate.name());
      if (aggregate.subject() != null) {
        paths.addAll(aggregate.subject().reads());
      }
    }
    for (Column column : selected) {
      names.add(column.name());
      paths.addAll(column.expression().reads());
    }
    this.columnNames = List.copyOf(names);
    this.reads = Collections.unmodifiableSortedSet(paths);
  }

  /**
   * Checks and compiles. Paths of problems are relative to the specification, places are in the
   * expressions.
   */
  public static Checked<Collector> compile(String name, StatusCollectorSpec spec) {
    return new CollectorCompiler(name, spec).compile();
  }

  /** Problems as they stand in {@code status.errors}: with the expression and a caret. */
  public static List<String> errors(List<Problem> problems) {
    return problems.stream().map(problem -> ProblemText.render(problem).stripTrailing()).toList();
  }

  public String name() {
    return name;
  }

  public StatusCollectorSpec spec() {
    return spec;
  }

  public List<String> columnNames() {
    return columnNames;
  }

  /** Whatever can change the result stands at one of these paths or below one of them. */
  public SortedSet<CelPath> reads() {
    return reads;
  }

  /** Whether the result changes as time passes. */
  public boolean readsTime() {
    return reads.stream().anyMatch(path -> path.variable().equals(Queryable.NOW));
  }

  @Nullable CelExpression filter() {
    return filter;
  }

  List<Column> keys() {
    return keys;
  }

  List<Aggregate> aggregates() {
    return aggregates;
  }

  List<Column> selected() {
    return selected;
  }

  boolean aggregating() {
    return !aggregates.isEmpty();
  }

  int limit() {
    return (int) Math.min(Integer.MAX_VALUE, spec.rowLimit());
  }
}
