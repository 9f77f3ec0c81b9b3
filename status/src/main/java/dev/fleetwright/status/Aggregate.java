package dev.fleetwright.status;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.status.kinds.AggregatorType;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation, compiled.
 *
 * @param subject null for COUNT
 */
record Aggregate(String name, AggregatorType type, @Nullable CelExpression subject) {

  /** Why a value cannot be aggregated; null when it can. */
  @Nullable String refusal(Datum value) {
    return switch (type) {
      case COUNT -> null;
      case SUM, AVG ->
          value.isNumber() ? null : type + " needs numbers, and this is " + value.described();
      case MIN, MAX ->
          value instanceof Datum.Items || value instanceof Datum.Fields
              ? type + " needs values that have an order, and this is " + value.described()
              : null;
    };
  }
}
