package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Nested rules as one pass over a value: each field is looked up once, however many schemas speak
 * of it. Says of every value what the rules say.
 */
final class OnePass implements Predicate<JsonNode> {

  /** What fits the bits of a long. */
  private static final int MOST_REQUIRED = 63;

  /**
   * What is demanded of a field.
   *
   * @param check null when it may not be there
   * @param bit set when it must be there
   */
  private record Field(@Nullable OnePass check, long bit) {}

  /** Made at the first use, as a schema may contain itself. */
  private record Plan(
      Map<String, Field> fields, boolean closed, long required, List<Predicate<JsonNode>> others) {}

  private final List<SchemaRule> rules;
  private volatile @Nullable Plan plan;

  OnePass(List<SchemaRule> rules) {
    this.rules = rules;
  }

  @Override
  public boolean test(JsonNode value) {
    Plan made = plan;
    if (made == null) {
      made = plan();
      plan = made;
    }
    if (value.isObject() && !hasRightFields(made, value)) {
      return false;
    }
    List<Predicate<JsonNode>> others = made.others;
    for (int i = 0; i < others.size(); i++) {
      if (!others.get(i).test(value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasRightFields(Plan plan, JsonNode value) {
    if (plan.fields.isEmpty() && !plan.closed) {
      return true;
    }
    long seen = 0;
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      Field field = plan.fields.get(entry.getKey());
      if (field == null) {
        if (plan.closed) {
          return false;
        }
      } else if (field.check == null || !field.check.test(entry.getValue())) {
        return false;
      } else {
        seen |= field.bit;
      }
    }
    return seen == plan.required;
  }

  private Plan plan() {
    Map<String, List<SchemaRule>> byName = new LinkedHashMap<>();
    List<Set<String>> closed = new ArrayList<>();
    Set<String> required = new LinkedHashSet<>();
    List<Predicate<JsonNode>> others = new ArrayList<>();
    for (SchemaRule rule : flat(rules)) {
      switch (rule) {
        case FieldRules.Named named ->
            named
                .rules()
                .forEach(
                    (name, one) -> byName.computeIfAbsent(name, _ -> new ArrayList<>()).add(one));
        case FieldRules.NoOthers noOthers -> closed.add(noOthers.named());
        case FieldRules.Required all when required.size() + all.names().size() <= MOST_REQUIRED ->
            required.addAll(all.names());
        case LeafRules.Leaf leaf -> others.add(leaf.accepted());
        default -> others.add(rule::accepts);
      }
    }
    closed.forEach(names -> names.forEach(name -> byName.putIfAbsent(name, List.of())));
    required.forEach(name -> byName.putIfAbsent(name, List.of()));
    Map<String, Field> fields = new LinkedHashMap<>();
    long bits = 0;
    for (Map.Entry<String, List<SchemaRule>> entry : byName.entrySet()) {
      String name = entry.getKey();
      boolean allowed = closed.stream().allMatch(names -> names.contains(name));
      long bit = required.contains(name) ? Long.lowestOneBit(~bits) : 0;
      bits |= bit;
      fields.put(name, new Field(allowed ? new OnePass(entry.getValue()) : null, bit));
    }
    return new Plan(fields, !closed.isEmpty(), bits, List.copyOf(others));
  }

  private static List<SchemaRule> flat(List<SchemaRule> rules) {
    List<SchemaRule> all = new ArrayList<>();
    for (SchemaRule rule : rules) {
      switch (rule) {
        case JsonSchema schema -> all.addAll(flat(schema.rules()));
        case FieldRules.All(List<SchemaRule> parts) -> all.addAll(flat(parts));
        default -> all.add(rule);
      }
    }
    return all;
  }
}
