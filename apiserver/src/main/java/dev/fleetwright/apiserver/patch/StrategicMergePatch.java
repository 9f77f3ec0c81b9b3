package dev.fleetwright.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Kubernetes' strategic merge patch: a merge patch that finds the items of some lists by key, with
 * directives for deleting, replacing and ordering.
 */
public final class StrategicMergePatch {
  private static final String DIRECTIVE = "$patch";
  private static final String RETAIN = "$retainKeys";
  private static final String ORDER = "$setElementOrder/";
  private static final String DELETE_VALUES = "$deleteFromPrimitiveList/";

  private StrategicMergePatch() {}

  /** The target with the patch; the target is not changed. */
  public static ObjectNode apply(Schema schema, ObjectNode target, ObjectNode patch) {
    return object(schema, target.deepCopy(), patch);
  }

  private static ObjectNode object(Schema schema, ObjectNode target, ObjectNode patch) {
    switch (Json.textOrEmpty(patch, DIRECTIVE)) {
      case "" -> {}
      case "merge" -> {}
      case "delete" -> {
        return Json.object();
      }
      case "replace" -> {
        ObjectNode replacement = patch.deepCopy();
        replacement.remove(DIRECTIVE);
        return replacement;
      }
      default -> throw Failure.badRequest("unknown $patch directive in a strategic merge patch");
    }
    if (patch.get(RETAIN) instanceof ArrayNode retained) {
      Set<String> names = new HashSet<>();
      retained.forEach(name -> names.add(name.asText()));
      target.retain(names);
    }
    for (Map.Entry<String, JsonNode> change : patch.properties()) {
      String name = change.getKey();
      if (name.startsWith(DELETE_VALUES)) {
        deleteValues(target, name.substring(DELETE_VALUES.length()), change.getValue());
      } else if (!name.startsWith("$")) {
        field(schema.field(name), target, name, change.getValue());
      }
    }
    for (Map.Entry<String, JsonNode> change : patch.properties()) {
      if (change.getKey().startsWith(ORDER)) {
        String name = change.getKey().substring(ORDER.length());
        if (target.get(name) instanceof ArrayNode list) {
          target.set(name, ordered(schema.field(name), list, change.getValue()));
        }
      }
    }
    return target;
  }

  private static void field(Schema schema, ObjectNode target, String name, JsonNode change) {
    JsonNode old = target.get(name);
    switch (change) {
      case ObjectNode inner ->
          target.set(name, object(schema, old instanceof ObjectNode o ? o : Json.object(), inner));
      case ArrayNode list -> {
        if (schema.merge().patchMerge()) {
          target.set(name, list(schema, old instanceof ArrayNode a ? a : Json.array(), list));
        } else {
          target.set(name, list.deepCopy());
        }
      }
      default -> {
        if (change.isNull()) {
          target.remove(name);
        } else {
          target.set(name, change);
        }
      }
    }
  }

  private static ArrayNode list(Schema schema, ArrayNode target, ArrayNode patch) {
    String key = schema.merge().patchKey();
    if (key == null) {
      for (JsonNode value : patch) {
        if (indexOf(target, value) < 0) {
          target.add(value);
        }
      }
      return target;
    }
    for (JsonNode item : patch) {
      if ("replace".equals(Json.textAt(item, DIRECTIVE))) {
        ArrayNode replacement = Json.array();
        patch.forEach(other -> {
          if (!other.has(DIRECTIVE)) {
            replacement.add(other);
          }
        });
        return replacement;
      }
    }
    for (JsonNode item : patch) {
      if (!(item instanceof ObjectNode change) || !change.has(key)) {
        throw Failure.badRequest(
            "an item of a strategic merge patch lacks its merge key \"" + key + "\"");
      }
      int index = indexOf(target, key, change.get(key));
      if ("delete".equals(Json.textAt(change, DIRECTIVE))) {
        if (index >= 0) {
          target.remove(index);
        }
      } else if (index < 0) {
        target.add(object(schema.item(), Json.object(), change));
      } else if (target.get(index) instanceof ObjectNode old) {
        target.set(index, object(schema.item(), old, change));
      }
    }
    return target;
  }

  private static void deleteValues(ObjectNode target, String name, JsonNode values) {
    if (target.get(name) instanceof ArrayNode list) {
      for (JsonNode value : values) {
        int index = indexOf(list, value);
        if (index >= 0) {
          list.remove(index);
        }
      }
    }
  }

  /**
   * Items in the asked order; those that it does not name keep their place after their neighbour.
   */
  private static ArrayNode ordered(Schema schema, ArrayNode list, JsonNode order) {
    String key = schema.merge().patchKey();
    List<JsonNode> sorted = new ArrayList<>();
    Set<Integer> placed = new HashSet<>();
    for (JsonNode wanted : order) {
      int index = key == null ? indexOf(list, wanted) : indexOf(list, key, wanted.get(key));
      if (index >= 0 && placed.add(index)) {
        sorted.add(list.get(index));
      }
    }
    for (int i = 0; i < list.size(); i++) {
      if (!placed.contains(i)) {
        int at = i == 0 ? 0 : sorted.indexOf(list.get(i - 1)) + 1;
        sorted.add(at, list.get(i));
      }
    }
    ArrayNode result = Json.array();
    result.addAll(sorted);
    return result;
  }

  private static int indexOf(ArrayNode list, JsonNode value) {
    for (int i = 0; i < list.size(); i++) {
      if (Json.same(list.get(i), value)) {
        return i;
      }
    }
    return -1;
  }

  private static int indexOf(ArrayNode list, String key, @Nullable JsonNode value) {
    for (int i = 0; i < list.size(); i++) {
      JsonNode found = list.get(i).get(key);
      if (found != null && value != null && Json.same(found, value)) {
        return i;
      }
    }
    return -1;
  }
}
