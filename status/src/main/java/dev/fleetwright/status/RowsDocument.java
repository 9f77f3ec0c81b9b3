package dev.fleetwright.status;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.documents.SelfChecking;
import dev.fleetwright.model.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sample rows as people write them, in the words that expressions use. */
public record RowsDocument(
    @JsonPropertyDescription("One row per cluster.") @JsonProperty(required = true)
        List<RowDocument> rows)
    implements SelfChecking {

  public RowsDocument {
    rows = List.copyOf(rows);
  }

  /** One row. */
  public record RowDocument(
      @JsonPropertyDescription("The cluster.") Inventory inventory,
      @JsonPropertyDescription("The object of the hub.") Map<String, Object> obj,
      @JsonPropertyDescription("What the cluster reported; absent when it has not.")
          @Nullable Returned returned,
      @JsonPropertyDescription("How it came about.") @Nullable Propagation propagation) {

    Row row() {
      return new Row(
          inventory.name,
          obj,
          returned == null ? null : returned.status,
          propagation == null ? null : propagation.lastReturnedUpdateTimestamp);
    }
  }

  /** The cluster. */
  public record Inventory(@JsonPropertyDescription("Its name.") String name) {}

  /** What the cluster reported. */
  public record Returned(
      @JsonPropertyDescription("The status of the object there.") @Nullable Object status) {}

  /** How the report came about. */
  public record Propagation(
      @JsonPropertyDescription("When the returned state changed last.")
          @Nullable Instant lastReturnedUpdateTimestamp) {}

  @Override
  public List<Problem> check() {
    List<Problem> problems = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      String name = rows.get(i).inventory.name;
      String at = "rows[" + i + "].inventory.name";
      if (name.isBlank()) {
        problems.add(new Problem("missing-name", at, "the cluster has no name", "write its name"));
      }
      Integer earlier = seen.putIfAbsent(name, i);
      if (earlier != null) {
        problems.add(
            new Problem(
                "duplicate-row",
                at,
                "the cluster \"" + name + "\" has two rows; the first is rows[" + earlier + "]",
                "remove or rename one of them"));
      }
    }
    return problems;
  }

  public Rows table(@Nullable Instant now) {
    return new Rows(rows.stream().map(RowDocument::row).toList(), now);
  }
}
