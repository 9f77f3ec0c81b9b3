package dev.fleetwright.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of JSONPath that printer columns use: fields, quoted fields, indexes, {@code [*]} and
 * filters by equality such as {@code [?(@.type=="Ready")]}.
 */
public final class JsonPath {
  private static final Pattern STEP =
      Pattern.compile(
          "\\.(?<field>(?:\\\\.|[^.\\[\\\\])+)|\\[(?<index>-?\\d{1,9})]|\\[(?<all>\\*)]"
              + "|\\[['\"](?<quoted>[^'\"]+)['\"]]"
              + "|\\[\\?\\(\\s*@\\.(?<filter>[^=!<>\\s]+)\\s*(?<op>==|!=)\\s*(?<value>[^)]+?)\\s*\\)]");

  private final List<Step> steps;

  private sealed interface Step {
    record Field(String name) implements Step {}

    record Index(int index) implements Step {}

    record All() implements Step {}

    record Filter(JsonPath path, JsonNode value, boolean equal) implements Step {}
  }

  private JsonPath(List<Step> steps) {
    this.steps = steps;
  }

  /** Reads a path; null when it is none that is understood. */
  public static @Nullable JsonPath parse(String text) {
    String path = text.strip();
    if (path.startsWith("$")) {
      path = path.substring(1);
    }
    if (!path.startsWith(".") && !path.startsWith("[")) {
      path = "." + path;
    }
    var steps = new ArrayList<Step>();
    Matcher step = STEP.matcher(path);
    int at = 0;
    while (at < path.length()) {
      step.region(at, path.length());
      if (!step.lookingAt()) {
        return null;
      }
      Step next = step(step);
      if (next == null) {
        return null;
      }
      steps.add(next);
      at = step.end();
    }
    return new JsonPath(List.copyOf(steps));
  }

  private static @Nullable Step step(Matcher match) {
    String field = match.group("field");
    if (field != null) {
      return field.equals("*") ? new Step.All() : new Step.Field(field.replaceAll("\\\\(.)", "$1"));
    }
    if (match.group("quoted") != null) {
      return new Step.Field(match.group("quoted"));
    }
    if (match.group("index") != null) {
      return new Step.Index(Integer.parseInt(match.group("index")));
    }
    if (match.group("all") != null) {
      return new Step.All();
    }
    JsonPath inner = parse(match.group("filter"));
    return inner == null
        ? null
        : new Step.Filter(inner, literal(match.group("value")), match.group("op").equals("=="));
  }

  private static JsonNode literal(String text) {
    var nodes = JsonNodeFactory.instance;
    if (text.length() >= 2 && (text.startsWith("\"") || text.startsWith("'"))) {
      return nodes.textNode(text.substring(1, text.length() - 1));
    }
    if (text.equals("true") || text.equals("false")) {
      return nodes.booleanNode(text.equals("true"));
    }
    if (text.matches("-?\\d{1,9}")) {
      return nodes.numberNode(Integer.parseInt(text));
    }
    return nodes.textNode(text);
  }

  /** Whether the path leads to the items of a list, and not to one value. */
  boolean endsInItems() {
    return !steps.isEmpty()
        && (steps.getLast() instanceof Step.All || steps.getLast() instanceof Step.Filter);
  }

  /** All values that the path leads to. */
  public List<JsonNode> find(JsonNode root) {
    List<JsonNode> found = List.of(root);
    for (Step step : steps) {
      var next = new ArrayList<JsonNode>();
      for (JsonNode node : found) {
        switch (step) {
          case Step.Field(String name) -> add(next, node.get(name));
          case Step.Index(int index) ->
              add(next, node.isArray() ? node.get(index < 0 ? node.size() + index : index) : null);
          case Step.All() -> node.forEach(next::add);
          case Step.Filter(JsonPath path, JsonNode value, boolean equal) -> {
            for (JsonNode item : node) {
              if (path.find(item).contains(value) == equal) {
                next.add(item);
              }
            }
          }
        }
      }
      found = next;
    }
    return found;
  }

  private static void add(List<JsonNode> list, @Nullable JsonNode node) {
    if (node != null && !node.isNull()) {
      list.add(node);
    }
  }
}
