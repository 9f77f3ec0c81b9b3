package dev.fleetwright.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.List;

/** JSON patch, RFC 6902. */
public final class JsonPatch {
  private static final int MAX_OPERATIONS = 10_000;

  /** Copies can double a document at every step; this is where it ends. */
  private static final int MAX_RESULT = 8 * 1024 * 1024;

  private JsonPatch() {}

  /** The target after all operations; the target is not changed. */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ArrayNode operations)) {
      throw Failure.badRequest("a JSON patch must be an array of operations");
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw Failure.badRequest("a JSON patch may have at most " + MAX_OPERATIONS + " operations");
    }
    JsonNode result = target.deepCopy();
    long copied = 0;
    for (JsonNode operation : operations) {
      String op = Json.textOrEmpty(operation, "op");
      if (op.equals("copy")) {
        copied += Json.bytes(find(result, pointer(operation, "from"))).length;
        if (copied > MAX_RESULT) {
          throw Failure.tooLarge(MAX_RESULT);
        }
      }
      result = step(result, op, operation);
    }
    return result;
  }

  private static JsonNode step(JsonNode document, String op, JsonNode operation) {
    List<String> path = pointer(operation, "path");
    return switch (op) {
      case "add" -> add(document, path, value(operation).deepCopy());
      case "remove" -> remove(document, path);
      case "replace" -> {
        find(document, path);
        yield replace(document, path, value(operation).deepCopy());
      }
      case "move" -> {
        List<String> from = pointer(operation, "from");
        if (path.size() > from.size() && path.subList(0, from.size()).equals(from)) {
          throw Failure.unprocessable("a value cannot be moved into itself: " + show(from));
        }
        JsonNode moved = find(document, from);
        yield add(remove(document, from), path, moved);
      }
      case "copy" -> add(document, path, find(document, pointer(operation, "from")).deepCopy());
      case "test" -> {
        if (!Json.same(find(document, path), value(operation))) {
          throw Failure.unprocessable("testing value " + show(path) + " failed");
        }
        yield document;
      }
      default -> throw Failure.badRequest("unknown JSON patch operation \"" + op + "\"");
    };
  }

  private static JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    if (value == null) {
      throw Failure.badRequest("a JSON patch operation lacks its value");
    }
    return value;
  }

  private static List<String> pointer(JsonNode operation, String field) {
    String text = Json.textAt(operation, field);
    if (text == null || (!text.isEmpty() && !text.startsWith("/"))) {
      throw Failure.badRequest("a JSON patch operation needs a pointer in \"" + field + "\"");
    }
    var steps = new ArrayList<String>();
    if (!text.isEmpty()) {
      for (String step : text.substring(1).split("/", -1)) {
        steps.add(step.replace("~1", "/").replace("~0", "~"));
      }
    }
    return steps;
  }

  private static String show(List<String> path) {
    return "/" + String.join("/", path);
  }

  private static Failure missing(List<String> path) {
    return Failure.unprocessable("the path " + show(path) + " does not exist");
  }

  private static JsonNode find(JsonNode document, List<String> path) {
    JsonNode at = document;
    for (String step : path) {
      JsonNode next =
          at instanceof ArrayNode array
              ? array.get(index(step, array.size() - 1, path))
              : at.get(step);
      if (next == null) {
        throw missing(path);
      }
      at = next;
    }
    return at;
  }

  private static int index(String step, int max, List<String> path) {
    if (!step.matches("0|[1-9][0-9]{0,8}") || Integer.parseInt(step) > max) {
      throw missing(path);
    }
    return Integer.parseInt(step);
  }

  private static JsonNode add(JsonNode document, List<String> path, JsonNode value) {
    if (path.isEmpty()) {
      return value;
    }
    String last = path.getLast();
    switch (find(document, path.subList(0, path.size() - 1))) {
      case ObjectNode object -> object.set(last, value);
      case ArrayNode array -> {
        if (last.equals("-")) {
          array.add(value);
        } else {
          array.insert(index(last, array.size(), path), value);
        }
      }
      default -> throw missing(path);
    }
    return document;
  }

  private static JsonNode replace(JsonNode document, List<String> path, JsonNode value) {
    if (path.isEmpty()) {
      return value;
    }
    String last = path.getLast();
    switch (find(document, path.subList(0, path.size() - 1))) {
      case ObjectNode object -> object.set(last, value);
      case ArrayNode array -> array.set(index(last, array.size() - 1, path), value);
      default -> throw missing(path);
    }
    return document;
  }

  private static JsonNode remove(JsonNode document, List<String> path) {
    find(document, path);
    if (path.isEmpty()) {
      throw Failure.unprocessable("the whole object cannot be removed by a patch");
    }
    String last = path.getLast();
    switch (find(document, path.subList(0, path.size() - 1))) {
      case ObjectNode object -> object.remove(last);
      case ArrayNode array -> array.remove(index(last, array.size() - 1, path));
      default -> throw missing(path);
    }
    return document;
  }
}
