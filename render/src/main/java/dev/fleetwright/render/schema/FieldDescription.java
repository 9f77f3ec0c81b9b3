package dev.fleetwright.render.schema;

import dev.fleetwright.render.plain.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One field of a schema, for people.
 *
 * @param path {@code ports[].name}; empty for the value itself
 * @param type {@code integer}, {@code list of string}, {@code RollingUpdate|Recreate}
 * @param defaultText the default as JSON; empty without one
 */
public record FieldDescription(
    String path, String type, boolean required, String defaultText, String description) {

  private static final int DEEPEST = 6;

  static List<FieldDescription> of(Schema schema) {
    List<FieldDescription> rows = new ArrayList<>();
    collect(schema, "", true, rows, 0);
    return rows;
  }

  private static void collect(
      Schema written, String path, boolean required, List<FieldDescription> rows, int depth) {
    if (depth > DEEPEST) {
      return;
    }
    Schema schema = written.resolved();
    Object defaults = written.hasDefault ? written.defaultValue : schema.defaultValue;
    boolean has = written.hasDefault || schema.hasDefault;
    String description = written.description != null ? written.description : schema.description;
    rows.add(
        new FieldDescription(
            path,
            type(schema),
            required,
            has ? Json.compact(defaults) : "",
            description == null ? "" : description));
    parts(schema, path, rows, depth);
  }

  private static void parts(Schema schema, String path, List<FieldDescription> rows, int depth) {
    schema.properties.forEach((key, property) ->
        collect(
            property,
            path.isEmpty() ? key : path + "." + key,
            schema.required.contains(key),
            rows,
            depth + 1));
    Schema items = schema.items;
    if (items != null) {
      parts(items.resolved(), path + "[]", rows, depth + 1);
    }
    Schema additional = schema.additional;
    if (additional != null && !additional.never) {
      parts(additional.resolved(), path + ".<name>", rows, depth + 1);
    }
    schema.oneOf.forEach(part -> parts(part.resolved(), path, rows, depth + 1));
  }

  private static String type(Schema schema) {
    List<@Nullable Object> choices = schema.choices;
    if (choices != null) {
      return choices.stream().map(String::valueOf).collect(Collectors.joining("|"));
    }
    Schema items = schema.items;
    if (items != null) {
      return "list of " + type(items.resolved());
    }
    Schema additional = schema.additional;
    if (additional != null && !additional.never && schema.properties.isEmpty()) {
      return "map of " + type(additional.resolved());
    }
    return schema.types.isEmpty()
        ? "any"
        : schema.types.stream().map(t -> t.keyword).collect(Collectors.joining(" or "));
  }
}
