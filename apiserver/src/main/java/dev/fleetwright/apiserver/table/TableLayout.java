package dev.fleetwright.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.Column;
import dev.fleetwright.apiserver.resource.ResourceType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The columns and cells of a kind's objects. */
public final class TableLayout {
  private static final Pattern SLOT =
      Pattern.compile("\\{([#+]?)((?:[^{}|\\[]|\\[[^]]*])*)(?:\\|([^}]*))?}");

  private final List<Column> columns;

  /** What stands in each row beside the cells. */
  public enum Include {
    NONE,
    METADATA,
    OBJECT
  }

  public TableLayout(ResourceType type) {
    var all = new ArrayList<Column>();
    all.add(new Column("Name", "string", "name", "Name of the object", 0, "{.metadata.name}"));
    all.addAll(type.columns());
    boolean hasAge = type.columns().stream().anyMatch(c -> c.name().equalsIgnoreCase("Age"));
    if (!hasAge && !(type.custom() && !type.columns().isEmpty())) {
      // What people always see stands before what they see in wide tables.
      int wide = all.size();
      while (wide > 1 && all.get(wide - 1).priority() > 0) {
        wide--;
      }
      all.add(
          wide,
          new Column("Age", "date", "", "Time since creation", 0, "{.metadata.creationTimestamp}"));
    }
    this.columns = List.copyOf(all);
  }

  /** The definitions that head a table. */
  public ArrayNode definitions() {
    ArrayNode definitions = Json.array();
    for (Column column : columns) {
      definitions
          .addObject()
          .put("name", column.name())
          // Ages are computed here, so that to the client a date is a text.
          .put("type", column.type().equals("date") ? "string" : column.type())
          .put("format", column.format())
          .put("description", column.description())
          .put("priority", column.priority());
    }
    return definitions;
  }

  /** An empty table. */
  public static ObjectNode table(ObjectNode listMetadata) {
    ObjectNode table = Json.object();
    table.put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
    table.set("metadata", listMetadata);
    return table;
  }

  /** The row of one object. */
  public ObjectNode row(ObjectNode object, Include include, Instant now) {
    ObjectNode row = Json.object();
    ArrayNode cells = row.putArray("cells");
    for (Column column : columns) {
      cells.add(cell(column, object, now));
    }
    switch (include) {
      case NONE -> row.putNull("object");
      case OBJECT -> row.set("object", object);
      case METADATA -> row.set("object", metadataOnly(object));
    }
    return row;
  }

  /** The object reduced to its metadata. */
  public static ObjectNode metadataOnly(ObjectNode object) {
    ObjectNode partial = Json.object();
    partial.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
    partial.set("metadata", object.path("metadata"));
    return partial;
  }

  private static JsonNode cell(Column column, ObjectNode object, Instant now) {
    var nodes = JsonNodeFactory.instance;
    Matcher slot = SLOT.matcher(column.cell());
    if (!slot.find()) {
      return nodes.textNode(column.cell());
    }
    if (slot.start() == 0 && slot.end() == column.cell().length()) {
      return single(column, slot, object, now);
    }
    var text = new StringBuilder();
    slot.reset();
    while (slot.find()) {
      slot.appendReplacement(text, Matcher.quoteReplacement(slotText(slot, object)));
    }
    slot.appendTail(text);
    return nodes.textNode(text.toString());
  }

  /** A cell that is one value keeps its type. */
  private static JsonNode single(Column column, Matcher slot, ObjectNode object, Instant now) {
    var nodes = JsonNodeFactory.instance;
    List<JsonNode> found = found(slot, object);
    if (!slot.group(1).isEmpty()) {
      return nodes.numberNode(count(slot, found));
    }
    if (found.isEmpty()) {
      String preset = slot.group(3);
      if (preset == null) {
        return nodes.nullNode();
      }
      return column.type().equals("integer") && preset.matches("\\d{1,9}")
          ? nodes.numberNode(Integer.parseInt(preset))
          : nodes.textNode(preset);
    }
    JsonNode value = found.getFirst();
    return switch (column.type()) {
      case "integer" -> value.isNumber() ? nodes.numberNode(value.longValue()) : nodes.nullNode();
      case "number" -> value.isNumber() ? value : nodes.nullNode();
      case "boolean" -> value.isBoolean() ? value : nodes.nullNode();
      case "date" -> nodes.textNode(Age.since(value.asText(), now));
      default -> nodes.textNode(text(found));
    };
  }

  private static String slotText(Matcher slot, ObjectNode object) {
    List<JsonNode> found = found(slot, object);
    if (!slot.group(1).isEmpty()) {
      return Integer.toString(count(slot, found));
    }
    if (found.isEmpty()) {
      return slot.group(3) == null ? "" : slot.group(3);
    }
    return text(found);
  }

  private static List<JsonNode> found(Matcher slot, ObjectNode object) {
    JsonPath path = JsonPath.parse(slot.group(2));
    return path == null ? List.of() : path.find(object);
  }

  /**
   * How many items a path leads to, or how many there are in the value that it leads to; after a
   * plus sign the sum of the numbers that it leads to.
   */
  private static int count(Matcher slot, List<JsonNode> found) {
    if (slot.group(1).equals("+")) {
      return found.stream().mapToInt(JsonNode::asInt).sum();
    }
    JsonPath path = JsonPath.parse(slot.group(2));
    boolean items = path != null && path.endsInItems();
    return items || found.isEmpty() ? found.size() : found.getFirst().size();
  }

  private static String text(List<JsonNode> found) {
    return found.stream()
        .map(v -> v.isValueNode() ? v.asText() : shown(v))
        .collect(Collectors.joining(","));
  }

  /** Labels and lists of words as people write them, everything else as JSON. */
  private static String shown(JsonNode value) {
    if (value.isObject() && allPlain(value)) {
      return value.properties().stream()
          .map(e -> e.getKey() + "=" + e.getValue().asText())
          .collect(Collectors.joining(","));
    }
    return Json.text(value);
  }

  private static boolean allPlain(JsonNode value) {
    for (JsonNode item : value) {
      if (!item.isValueNode()) {
        return false;
      }
    }
    return true;
  }
}
