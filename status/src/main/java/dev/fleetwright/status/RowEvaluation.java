package dev.fleetwright.status;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelResult;
import dev.fleetwright.model.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates a collector's expressions on one row. */
final class RowEvaluation {

  static final String FILTER = "filter";

  private final Row row;
  private final @Nullable Instant now;
  private List<RowError> errors = List.of();

  private RowEvaluation(Row row, @Nullable Instant now) {
    this.row = row;
    this.now = now;
  }

  static RowOutcome of(Collector collector, Row row, @Nullable Instant now) {
    return new RowEvaluation(row, now).outcome(collector);
  }

  private RowOutcome outcome(Collector collector) {
    CelExpression filter = collector.filter();
    if (filter != null) {
      Datum passes = evaluate(FILTER, filter);
      if (passes == null) {
        return RowOutcome.dropped(errors);
      }
      if (!passes.equals(Datum.Flag.TRUE)) {
        return RowOutcome.FILTERED;
      }
    }
    List<Column> columns = collector.aggregating() ? collector.keys() : collector.selected();
    List<Datum> cells = new ArrayList<>(columns.size());
    for (Column column : columns) {
      Datum cell = evaluate(column.name(), column.expression());
      if (cell != null) {
        cells.add(cell);
      }
    }
    if (!errors.isEmpty()) {
      return RowOutcome.dropped(errors);
    }
    List<@Nullable Datum> subjects = subjects(collector.aggregates());
    return new RowOutcome(true, List.copyOf(cells), subjects, List.copyOf(errors));
  }

  private List<@Nullable Datum> subjects(List<Aggregate> aggregates) {
    if (aggregates.isEmpty()) {
      return List.of();
    }
    List<@Nullable Datum> subjects = new ArrayList<>(aggregates.size());
    for (Aggregate aggregate : aggregates) {
      CelExpression expression = aggregate.subject();
      subjects.add(expression == null ? null : subject(aggregate, expression));
    }
    return subjects;
  }

  private @Nullable Datum subject(Aggregate aggregate, CelExpression expression) {
    Datum value = evaluate(aggregate.name(), expression);
    if (value == null || value instanceof Datum.Nothing) {
      return null;
    }
    String refusal = aggregate.refusal(value);
    if (refusal != null) {
      error(
          aggregate.name(),
          new Problem(
              "wrong-subject", "", refusal, "convert it, e.g. with double(…), or filter it out"));
      return null;
    }
    return value;
  }

  /** Null when the expression failed, which is then noted. */
  private @Nullable Datum evaluate(String column, CelExpression expression) {
    return switch (expression.evaluate(name -> row.variable(name, now))) {
      case CelResult.Value value -> Datum.of(value.value());
      case CelResult.Failure(Problem problem, CelResult.Cause cause) -> {
        if (cause == CelResult.Cause.ABSENT) {
          yield Datum.Nothing.NOTHING;
        }
        error(column, problem);
        yield null;
      }
    };
  }

  private void error(String column, Problem problem) {
    if (errors.isEmpty()) {
      errors = new ArrayList<>(1);
    }
    errors.add(new RowError(row.cluster(), column, problem));
  }
}
