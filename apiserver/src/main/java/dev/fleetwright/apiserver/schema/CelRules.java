package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelResult;
import dev.fleetwright.model.Checked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks the CEL rules of a schema about an object that fits the schema otherwise. A value that did
 * not change keeps its place even if a new rule would refuse it, as in Kubernetes; rules that
 * compare with the old value are asked all the same.
 */
public final class CelRules {
  /** Each rule is bounded by counts; this bounds a hostile number of them. */
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private static final int MAX_CAUSES = 100;

  private final List<Cause> causes = new ArrayList<>();
  private final long end = System.nanoTime() + LONGEST.toNanos();
  private boolean exhausted;

  private CelRules() {}

  /** All rules that do not hold, as causes. */
  public static List<Cause> check(Schema schema, ObjectNode object, @Nullable ObjectNode old) {
    if (!schema.rules().any()) {
      return List.of();
    }
    var rules = new CelRules();
    rules.walk(schema, object, old, "", true);
    return rules.causes;
  }

  private void walk(
      Schema schema, JsonNode value, @Nullable JsonNode old, String path, boolean isObject) {
    if (!schema.rules().any() || exhausted || causes.size() >= MAX_CAUSES || value.isNull()) {
      return;
    }
    boolean unchanged = old != null && Json.same(old, value);
    if (unchanged && !schema.rules().transitions()) {
      return;
    }
    own(schema, value, old, unchanged, path, isObject);
    switch (value) {
      case ObjectNode object -> {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
          walk(
              schema.field(field.getKey()),
              field.getValue(),
              old == null ? null : old.get(field.getKey()),
              schema.properties().containsKey(field.getKey())
                  ? Validator.join(path, field.getKey())
                  : path + "[" + field.getKey() + "]",
              false);
        }
      }
      case ArrayNode array -> {
        Map<JsonNode, JsonNode> before = ListItems.byKey(schema, old);
        for (int i = 0; i < array.size(); i++) {
          JsonNode item = array.get(i);
          walk(
              schema.item(),
              item,
              before.get(ListItems.key(schema, item)),
              path + "[" + i + "]",
              false);
        }
      }
      default -> {}
    }
  }

  private void own(
      Schema schema,
      JsonNode value,
      @Nullable JsonNode old,
      boolean unchanged,
      String path,
      boolean isObject) {
    Map<String, @Nullable Object> values = null;
    for (CelRule rule : schema.rules().own()) {
      boolean asked = rule.transition() ? old != null || rule.optionalOld() : !unchanged;
      if (!asked || exhausted) {
        continue;
      }
      if (System.nanoTime() > end) {
        exhausted = true;
        causes.add(
            Cause.forbidden(
                path, "the validation rules of this kind took too long on this object"));
        return;
      }
      if (values == null) {
        values = new HashMap<>();
        values.put("self", CelValues.of(schema, value, isObject));
        if (old != null) {
          values.put("oldSelf", CelValues.of(schema, old, isObject));
        }
      }
      ask(rule, values, value, path);
    }
  }

  private void ask(
      CelRule rule, Map<String, @Nullable Object> values, JsonNode value, String path) {
    switch (rule.compiled(values.containsKey("oldSelf"))) {
      case Checked.Invalid<CelExpression>(var problems) ->
          add(rule, value, path, "the rule cannot be used, " + CelRule.line(problems));
      case Checked.Valid<CelExpression>(CelExpression expression) -> {
        switch (expression.evaluate(values)) {
          case CelResult.Value(var _, Object result, var _) -> {
            if (!Boolean.TRUE.equals(result)) {
              add(rule, value, path, message(rule, values));
            }
          }
          case CelResult.Failure(var problem, var _) ->
              add(
                  rule,
                  value,
                  path,
                  problem.message()
                      + " evaluating rule: "
                      + (rule.message().isEmpty() ? rule.rule() : rule.message()));
        }
      }
    }
  }

  private static String message(CelRule rule, Map<String, @Nullable Object> values) {
    if (rule.compiledMessage() instanceof Checked.Valid<CelExpression>(CelExpression expression)
        && expression.evaluate(values) instanceof CelResult.Value(var _, String text, var _)
        && !text.isBlank()
        && !text.contains("\n")) {
      return text.length() > 5_000 ? text.substring(0, 5_000) : text;
    }
    return rule.message().isEmpty() ? "failed rule: " + rule.rule() : rule.message();
  }

  private void add(CelRule rule, JsonNode value, String path, String message) {
    String field = FieldPath.join(path, rule.fieldPath());
    String text =
        switch (rule.reason()) {
          case "FieldValueForbidden" -> "Forbidden: " + message;
          case "FieldValueRequired" -> "Required value: " + message;
          case "FieldValueDuplicate" ->
              "Duplicate value: \"" + CelValues.typeName(value) + "\": " + message;
          default -> "Invalid value: \"" + CelValues.typeName(value) + "\": " + message;
        };
    causes.add(new Cause(rule.reason(), text, field.isEmpty() ? "" : field));
  }
}
