package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules that hand parts of a value, or the whole of it, to other rules. */
final class FieldRules {

  private FieldRules() {}

  /** Each field that has a rule satisfies it. */
  record Named(Map<String, SchemaRule> rules) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        SchemaRule rule = rules.get(field.getKey());
        if (rule != null && !rule.accepts(field.getValue())) {
          return false;
        }
      }
      return true;
    }

    /** In the order of the schema. */
    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      rules.forEach((name, rule) -> {
        JsonNode field = value.get(name);
        if (field != null) {
          rule.explain(field, SchemaRule.at(path, name), problems);
        }
      });
    }
  }

  /** Every field that is not named satisfies this rule. */
  record Others(Set<String> named, SchemaRule rule) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        if (!named.contains(field.getKey()) && !rule.accepts(field.getValue())) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        if (!named.contains(field.getKey())) {
          String at = SchemaRule.at(path, SchemaRule.shortened(field.getKey()));
          rule.explain(field.getValue(), at, problems);
        }
      }
    }
  }

  /** There are no fields but those that are named. */
  record NoOthers(Set<String> named) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      Iterator<String> names = value.fieldNames();
      while (names.hasNext()) {
        if (!named.contains(names.next())) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      value
          .fieldNames()
          .forEachRemaining(name -> {
            if (!named.contains(name)) {
              problems.add(unknown(name, path));
            }
          });
    }

    private Problem unknown(String name, String path) {
      List<String> known = named.stream().sorted().toList();
      String next =
          Suggestion.nearest(name, known)
              .map(near -> "did you mean \"" + near + "\"?")
              .orElse("known fields: " + String.join(", ", known));
      String shown = SchemaRule.shortened(name);
      return new Problem(
          "unknown-field", SchemaRule.at(path, shown), "unknown field \"" + shown + "\"", next);
    }
  }

  /** These fields are there. */
  record Required(List<String> names) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      if (value.isObject()) {
        for (int i = 0; i < names.size(); i++) {
          if (!value.has(names.get(i))) {
            return false;
          }
        }
      }
      return true;
    }

    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      for (String name : names) {
        if (value.isObject() && !value.has(name)) {
          problems.add(
              new Problem(
                  "missing-field",
                  SchemaRule.at(path, name),
                  "the field " + name + " is missing",
                  "add " + name));
        }
      }
    }
  }

  /** Each entry of a list satisfies this rule. */
  record Items(SchemaRule rule) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      for (int i = 0; value.isArray() && i < value.size(); i++) {
        if (!rule.accepts(value.get(i))) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      for (int i = 0; value.isArray() && i < value.size(); i++) {
        rule.explain(value.get(i), path + "[" + i + "]", problems);
      }
    }
  }

  /** All of these. */
  record All(List<SchemaRule> rules) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      for (int i = 0; i < rules.size(); i++) {
        if (!rules.get(i).accepts(value)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      rules.forEach(rule -> rule.explain(value, path, problems));
    }
  }

  /** At least one of these. */
  record Any(List<SchemaRule> rules) implements SchemaRule {

    @Override
    public boolean accepts(JsonNode value) {
      for (int i = 0; i < rules.size(); i++) {
        if (rules.get(i).accepts(value)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void explain(JsonNode value, String path, List<Problem> problems) {
      if (!accepts(value)) {
        List<Problem> all = new ArrayList<>();
        rules.forEach(rule -> rule.explain(value, path, all));
        String reasons = String.join("; or ", all.stream().map(Problem::message).toList());
        problems.add(new Problem("no-alternative", path, reasons, "correct one of them"));
      }
    }
  }
}
