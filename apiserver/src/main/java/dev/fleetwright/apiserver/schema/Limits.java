package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a schema says about values beyond their type; null where it says nothing. */
record Limits(
    List<JsonNode> allowed,
    @Nullable Pattern pattern,
    @Nullable String format,
    @Nullable Double minimum,
    boolean exclusiveMinimum,
    @Nullable Double maximum,
    boolean exclusiveMaximum,
    @Nullable Double multipleOf,
    @Nullable Long minLength,
    @Nullable Long maxLength,
    @Nullable Long minItems,
    @Nullable Long maxItems,
    boolean uniqueItems,
    @Nullable Long minProperties,
    @Nullable Long maxProperties,
    List<Schema> allOf,
    List<Schema> anyOf,
    List<Schema> oneOf,
    @Nullable Schema not) {
  static final Limits NONE =
      new Limits(
          List.of(), null, null, null, false, null, false, null, null, null, null, null, false,
          null, null, List.of(), List.of(), List.of(), null);
}
