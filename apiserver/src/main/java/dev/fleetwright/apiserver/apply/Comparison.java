package dev.fleetwright.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Merge;
import dev.fleetwright.apiserver.schema.Schema;
import java.util.Map;

/** Which fields two states of an object differ in. */
record Comparison(FieldSet changed, FieldSet removed) {
  /** Compares; {@code changed} are the fields that were added or have another value. */
  static Comparison of(Schema schema, JsonNode before, JsonNode after) {
    var comparison = new Comparison(new FieldSet(), new FieldSet());
    compare(schema, before, after, comparison.changed, comparison.removed);
    return comparison;
  }

  private static void compare(
      Schema schema, JsonNode before, JsonNode after, FieldSet changed, FieldSet removed) {
    if (Shape.isGranularObject(schema, before) && Shape.isGranularObject(schema, after)) {
      if (before.isEmpty() && after.isEmpty()) {
        return;
      }
      for (Map.Entry<String, JsonNode> field : after.properties()) {
        String element = PathElement.field(field.getKey());
        Schema inner = schema.field(field.getKey());
        JsonNode old = before.get(field.getKey());
        if (old == null) {
          changed.child(element).fill(inner, field.getValue());
        } else {
          descend(inner, old, field.getValue(), element, changed, removed);
        }
      }
      for (Map.Entry<String, JsonNode> field : before.properties()) {
        if (!after.has(field.getKey())) {
          removed
              .child(PathElement.field(field.getKey()))
              .fill(schema.field(field.getKey()), field.getValue());
        }
      }
    } else if (Shape.isGranularList(schema, before) && Shape.isGranularList(schema, after)) {
      lists(schema, before, after, changed, removed);
    } else if (!Json.same(before, after)) {
      changed.mark();
      if (before.isContainerNode() && !after.isContainerNode()) {
        removed.fill(schema, before);
      }
      if (Shape.isGranularObject(schema, after) || Shape.isGranularList(schema, after)) {
        changed.fill(schema, after);
      }
    }
  }

  private static void lists(
      Schema schema, JsonNode before, JsonNode after, FieldSet changed, FieldSet removed) {
    Map<String, JsonNode> old = Shape.items(schema, before);
    Map<String, JsonNode> now = Shape.items(schema, after);
    boolean inner = schema.merge().list() == Merge.ListKind.MAP;
    now.forEach((element, item) -> {
      JsonNode previous = old.get(element);
      if (previous == null) {
        FieldSet child = changed.child(element);
        child.mark();
        if (inner) {
          child.fill(schema.item(), item);
        }
      } else if (inner) {
        descend(schema.item(), previous, item, element, changed, removed);
      }
    });
    old.forEach((element, item) -> {
      if (!now.containsKey(element)) {
        FieldSet child = removed.child(element);
        child.mark();
        if (inner) {
          child.fill(schema.item(), item);
        }
      }
    });
  }

  private static void descend(
      Schema schema,
      JsonNode before,
      JsonNode after,
      String element,
      FieldSet changed,
      FieldSet removed) {
    var innerChanged = new FieldSet();
    var innerRemoved = new FieldSet();
    compare(schema, before, after, innerChanged, innerRemoved);
    if (!innerChanged.isEmpty()) {
      changed.children().put(element, innerChanged);
    }
    if (!innerRemoved.isEmpty()) {
      removed.children().put(element, innerRemoved);
    }
  }
}
