package dev.fleetwright.apiserver.schema;

import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelPath;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.model.Checked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the rules of a definition that could never work, when the definition is written. */
public final class RuleChecks {
  private static final Pattern PLAIN_PATH =
      Pattern.compile("(self|oldSelf)(\\.[A-Za-z_][A-Za-z0-9_]*)*");
  private static final Schema NAMES =
      Schema.object(
          Map.of(
              "name",
              Schema.scalar(Schema.Type.STRING),
              "generateName",
              Schema.scalar(Schema.Type.STRING)));
  private static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

  private final List<Cause> causes = new ArrayList<>();

  private RuleChecks() {}

  /** All that is wrong with the rules of a schema. */
  public static List<Cause> check(Schema schema, String path) {
    var checks = new RuleChecks();
    checks.walk(schema, path, true, true);
    return checks.causes;
  }

  private void walk(Schema schema, String path, boolean isObject, boolean hasOld) {
    if (!schema.rules().any()) {
      return;
    }
    List<CelRule> own = schema.rules().own();
    for (int i = 0; i < own.size(); i++) {
      rule(schema, own.get(i), path + ".x-kubernetes-validations[" + i + "]", isObject, hasOld);
    }
    schema
        .properties()
        .forEach((name, field) ->
            walk(field, path + ".properties[" + name + "]", field.embedded(), hasOld));
    if (schema.additional() != null) {
      walk(schema.additional(), path + ".additionalProperties", false, hasOld);
    }
    if (schema.items() != null) {
      walk(
          schema.items(),
          path + ".items",
          schema.items().embedded(),
          hasOld && schema.merge().list() == Merge.ListKind.MAP);
    }
  }

  private void rule(Schema schema, CelRule rule, String path, boolean isObject, boolean hasOld) {
    if (rule.transition() && !hasOld) {
      complain(
          path + ".rule",
          rule.rule(),
          "oldSelf cannot be used on the uncorrelatable portion of the schema");
    }
    switch (rule.compiled(true)) {
      case Checked.Invalid<CelExpression>(var problems) ->
          complain(path + ".rule", rule.rule(), CelRule.line(problems));
      case Checked.Valid<CelExpression>(CelExpression expression) -> {
        reads(schema, expression, path + ".rule", isObject);
        if (expression.type() == ValueType.DYN && PLAIN_PATH.matcher(rule.rule()).matches()) {
          Schema result = schema;
          for (String step : rule.rule().split("\\.", -1)) {
            result = step.equals("self") || step.equals("oldSelf") ? result : field(result, step);
          }
          if (result.type() != Schema.Type.BOOLEAN && result.type() != Schema.Type.ANY) {
            complain(path + ".rule", rule.rule(), "must evaluate to a bool");
          }
        }
      }
    }
    Checked<CelExpression> message = rule.compiledMessage();
    switch (message) {
      case null -> {}
      case Checked.Invalid<CelExpression>(var problems) ->
          complain(
              path + ".messageExpression",
              String.valueOf(rule.messageExpression()),
              CelRule.line(problems));
      case Checked.Valid<CelExpression>(CelExpression expression) ->
          reads(schema, expression, path + ".messageExpression", isObject);
    }
    if (!rule.fieldPath().isEmpty()) {
      fieldPath(schema, rule.fieldPath(), path + ".fieldPath");
    }
  }

  private void reads(Schema schema, CelExpression expression, String path, boolean isObject) {
    for (CelPath read : expression.reads()) {
      String unknown = unknownField(schema, read, isObject);
      if (unknown != null) {
        complain(
            path, expression.source(), "compilation failed: undefined field '" + unknown + "'");
      }
    }
  }

  private static @Nullable String unknownField(Schema schema, CelPath path, boolean isObject) {
    Schema at = schema;
    boolean whole = isObject;
    for (CelPath.Step step : path.steps()) {
      switch (step) {
        case CelPath.Each() -> {
          if (at.items() != null) {
            at = at.items();
          } else if (at.additional() != null) {
            at = at.additional();
          } else {
            return null;
          }
        }
        case CelPath.Field(String name) -> {
          if (whole && OBJECT_FIELDS.contains(name)) {
            at = name.equals("metadata") ? NAMES : Schema.scalar(Schema.Type.STRING);
            whole = false;
            continue;
          }
          switch (at.type()) {
            case ANY, INT_OR_STRING -> {
              return null;
            }
            case ARRAY, STRING, INTEGER, NUMBER, BOOLEAN -> {
              return name;
            }
            case OBJECT -> {
              if (at.additional() == null && !at.preserveUnknown() && !has(at, name)) {
                return name;
              }
              at = field(at, name);
            }
          }
        }
      }
      whole = at.embedded();
    }
    return null;
  }

  private static boolean has(Schema schema, String escaped) {
    return schema.properties().keySet().stream()
        .anyMatch(name -> escaped.equals(CelValues.escaped(name)));
  }

  private static Schema field(Schema schema, String escaped) {
    for (Map.Entry<String, Schema> property : schema.properties().entrySet()) {
      if (escaped.equals(CelValues.escaped(property.getKey()))) {
        return property.getValue();
      }
    }
    return schema.additional() != null ? schema.additional() : Schema.ANY;
  }

  private void fieldPath(Schema schema, String text, String path) {
    List<String> steps = FieldPath.steps(text);
    Schema at = schema;
    for (String step : steps == null ? List.<String>of() : steps) {
      boolean known = at.properties().containsKey(step) || at.additional() != null;
      if (!known) {
        complain(path, text, "fieldPath must be a valid path: does not refer to a valid field");
        return;
      }
      at = at.field(step);
    }
    if (steps == null) {
      complain(path, text, "fieldPath must be a valid path");
    }
  }

  private void complain(String path, String value, String message) {
    causes.add(Cause.invalid(path, "\"" + value + "\"", message));
  }
}
