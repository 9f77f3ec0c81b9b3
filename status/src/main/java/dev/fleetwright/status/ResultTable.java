package dev.fleetwright.status;

import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.CombinedResult.AggregationError;
import dev.fleetwright.status.kinds.CombinedResult.ClusterRef;
import dev.fleetwright.status.kinds.CombinedResult.Reporting;
import dev.fleetwright.status.kinds.CombinedResult.ResultRow;
import dev.fleetwright.status.kinds.CombinedResult.Truncation;
import dev.fleetwright.status.kinds.Value;
import java.util.List;

/**
 * What a collector gives for an object.
 *
 * @param rows at most as many as the limit says, sorted by cluster or by group
 * @param totalRows how many there would be without a limit
 * @param rowErrors the first ones, sorted by cluster
 * @param totalRowErrors how many there are
 * @param expected clusters that the object goes to
 * @param reported those of them that have reported
 */
public record ResultTable(
    String name,
    List<String> columnNames,
    List<List<Value>> rows,
    long totalRows,
    List<RowError> rowErrors,
    long totalRowErrors,
    long expected,
    long reported) {

  /** Row errors that a result lists. */
  public static final int MOST_ERRORS = 100;

  /** Bytes of the rows of one result, approximately; several results must fit into one object. */
  public static final int MOST_BYTES = 200_000;

  public ResultTable {
    columnNames = List.copyOf(columnNames);
    rows = List.copyOf(rows);
    rowErrors = List.copyOf(rowErrors);
  }

  /** Runs a collector over all rows. The order of the rows does not matter. */
  public static ResultTable combine(Collector collector, Rows rows) {
    LiveTable table = new LiveTable(collector);
    if (rows.now() != null) {
      table.tick(rows.now());
    }
    rows.rows().forEach(table::put);
    return table.table();
  }

  public boolean truncated() {
    return rows.size() < totalRows;
  }

  /** As it stands in a CombinedStatus. */
  public CombinedResult result() {
    long hidden = totalRowErrors - rowErrors.size();
    return new CombinedResult(
        name,
        columnNames,
        rows.stream().map(ResultRow::new).toList(),
        rowErrors.stream()
            .map(error ->
                new CombinedResult.RowError(
                    new ClusterRef(error.cluster()), error.column(), error.text()))
            .toList(),
        hidden == 0
            ? List.of()
            : List.of(
                new AggregationError(
                    "*", "and " + hidden + " more row errors, which are not listed")),
        truncated() ? new Truncation(rows.size(), totalRows) : null,
        reported < expected ? new Reporting(reported, expected) : null);
  }
}
