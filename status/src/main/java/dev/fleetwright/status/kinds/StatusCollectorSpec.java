package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query over what clusters report about an object, in one of three forms: plain selection,
 * aggregation, aggregation with GROUP BY.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StatusCollectorSpec(
    @JsonPropertyDescription("An expression; rows for which it is true are used. WHERE in SQL.")
        @Nullable String filter,
    @JsonPropertyDescription("Named expressions that rows are grouped by. GROUP BY in SQL.")
        List<NamedExpression> groupBy,
    @JsonPropertyDescription("Aggregations over the rows of a group.")
        List<CombinedField> combinedFields,
    @JsonPropertyDescription("Named expressions, one column each. SELECT in SQL.")
        List<NamedExpression> select,
    @JsonPropertyDescription("How many rows the result has at most. LIMIT in SQL.")
        @JsonProperty(defaultValue = "20")
        @Default("20")
        @Min(1)
        @Nullable Long limit) {

  public static final long DEFAULT_LIMIT = 20;

  public StatusCollectorSpec {
    groupBy = Copies.of(groupBy);
    combinedFields = Copies.of(combinedFields);
    select = Copies.of(select);
  }

  /** The limit, or the default. */
  public long rowLimit() {
    return limit == null ? DEFAULT_LIMIT : limit;
  }
}
