package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one StatusCollector gave for one object: an entry of {@code results}. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CombinedResult(
    @JsonPropertyDescription("The name of the StatusCollector.") @Required String name,
    @JsonPropertyDescription("The names of the columns, in their order.")
        @JsonInclude(JsonInclude.Include.ALWAYS)
        List<String> columnNames,
    @JsonPropertyDescription("The rows, sorted by cluster or by group.")
        @JsonInclude(JsonInclude.Include.ALWAYS)
        List<ResultRow> rows,
    @JsonPropertyDescription("Rows that were left out because an expression failed on them.")
        List<RowError> rowErrors,
    @JsonPropertyDescription("What is wrong with a whole column.")
        List<AggregationError> aggregationErrors,
    @JsonPropertyDescription("Given when not all rows are shown.") @Nullable Truncation truncated,
    @JsonPropertyDescription("Given when not all clusters have reported.")
        @Nullable Reporting reporting) {

  public CombinedResult {
    columnNames = Copies.of(columnNames);
    rows = Copies.of(rows);
    rowErrors = Copies.of(rowErrors);
    aggregationErrors = Copies.of(aggregationErrors);
  }

  /** One row. */
  public record ResultRow(
      @JsonPropertyDescription("The cells, in the order of the columns.") List<Value> columns) {

    public ResultRow {
      columns = Copies.of(columns);
    }
  }

  /** A row that was left out. */
  public record RowError(
      @JsonPropertyDescription("The cluster of the row.") @Required ClusterRef wec,
      @JsonPropertyDescription("The column, or filter.") @Required String columnName,
      @JsonPropertyDescription("What went wrong.") @Required String error) {}

  /** A cluster. */
  public record ClusterRef(
      @JsonPropertyDescription("The name of the ManagedCluster.") @Required String clusterId) {}

  /** What is wrong with a whole column. */
  public record AggregationError(
      @JsonPropertyDescription("The column, or filter.") @Required String columnName,
      @JsonPropertyDescription("What went wrong.") @Required String error) {}

  /** How much of a result is shown. */
  public record Truncation(
      @JsonPropertyDescription("Rows that are shown.") long shown,
      @JsonPropertyDescription("Rows that there are.") long total) {}

  /** How many clusters have reported. */
  public record Reporting(
      @JsonPropertyDescription("Clusters that have reported.") long reported,
      @JsonPropertyDescription("Clusters that the object goes to.") long expected) {}
}
