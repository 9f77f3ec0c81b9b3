package dev.fleetwright.status.kinds;

/** The aggregations, as in SQL. */
public enum AggregatorType {
  /** Counts rows. */
  COUNT,
  SUM,
  AVG,
  MIN,
  MAX
}
