package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checker for the part of JSON Schema that the AsyncAPI file uses. A keyword that it does not
 * know is an error when the file is read, so that nothing in the file is ever quietly ignored.
 */
final class JsonSchema implements SchemaRule {

  /** Keywords that explain and do not constrain. */
  private static final Set<String> ANNOTATIONS =
      Set.of("title", "description", "examples", "default");

  private final List<SchemaRule> rules = new ArrayList<>();
  private final OnePass onePass = new OnePass(rules);

  private JsonSchema() {}

  /** Compiles schemas of one document; those that are referred to are compiled once. */
  static final class Compiler {
    private final Map<?, ?> document;
    private final Map<String, JsonSchema> byReference = new LinkedHashMap<>();

    Compiler(Map<?, ?> document) {
      this.document = document;
    }

    /** The schema at a reference such as {@code #/components/schemas/Id}. */
    JsonSchema at(String reference) {
      JsonSchema known = byReference.get(reference);
      if (known != null) {
        return known;
      }
      JsonSchema schema = new JsonSchema();
      byReference.put(reference, schema);
      fill(schema, References.resolve(document, reference), reference);
      return schema;
    }

    private JsonSchema inline(Object source, String where) {
      JsonSchema schema = new JsonSchema();
      fill(schema, source, where);
      return schema;
    }

    private void fill(JsonSchema schema, Object source, String where) {
      Map<?, ?> keywords = References.map(source, where);
      Object reference = keywords.get("$ref");
      if (reference != null) {
        for (Object keyword : keywords.keySet()) {
          if (!keyword.equals("$ref") && !ANNOTATIONS.contains(String.valueOf(keyword))) {
            throw new IllegalArgumentException(where + ": " + keyword + " beside $ref is ignored");
          }
        }
        schema.rules.add(at(String.valueOf(reference)));
        return;
      }
      keywords.forEach((keyword, value) -> {
        SchemaRule rule = rule(String.valueOf(keyword), value, keywords, where + "/" + keyword);
        if (rule != null) {
          schema.rules.add(rule);
        }
      });
    }

    private @Nullable SchemaRule rule(
        String keyword, @Nullable Object value, Map<?, ?> siblings, String where) {
      return switch (keyword) {
        case "type" -> LeafRules.type(String.valueOf(value));
        case "const" -> LeafRules.oneOf(List.of(References.string(value, where)));
        case "enum" -> LeafRules.oneOf(References.strings(value, where));
        case "required" -> new FieldRules.Required(References.strings(value, where));
        case "properties" -> properties(References.map(value, where), where);
        case "additionalProperties" ->
            value instanceof Map<?, ?>
                ? open(inline(value, where), siblings, where)
                : closed(value, siblings, where);
        case "items" -> new FieldRules.Items(inline(References.map(value, where), where));
        case "maxItems" ->
            LeafRules.mostEntries(number(value, where).intValueExact(), JsonNode::isArray);
        case "maxProperties" ->
            LeafRules.mostEntries(number(value, where).intValueExact(), JsonNode::isObject);
        case "minLength" ->
            LeafRules.length(number(value, where).intValueExact(), Integer.MAX_VALUE);
        case "maxLength" -> LeafRules.length(0, number(value, where).intValueExact());
        case "minimum" -> LeafRules.range(number(value, where), true);
        case "maximum" -> LeafRules.range(number(value, where), false);
        case "pattern" -> LeafRules.pattern(String.valueOf(value));
        case "format" -> LeafRules.format(String.valueOf(value), where);
        case "allOf" -> new FieldRules.All(inlineAll(value, where));
        case "anyOf" -> new FieldRules.Any(inlineAll(value, where));
        default -> {
          if (!ANNOTATIONS.contains(keyword)) {
            throw new IllegalArgumentException(where + ": unknown keyword " + keyword);
          }
          yield null;
        }
      };
    }

    private List<SchemaRule> inlineAll(@Nullable Object value, String where) {
      if (!(value instanceof List<?> parts)) {
        throw new IllegalArgumentException(where + ": must be a list");
      }
      List<SchemaRule> schemas = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        schemas.add(inline(parts.get(i), where + "/" + i));
      }
      return List.copyOf(schemas);
    }

    private SchemaRule properties(Map<?, ?> properties, String where) {
      Map<String, SchemaRule> schemas = new LinkedHashMap<>();
      properties.forEach(
          (name, schema) -> schemas.put(String.valueOf(name), inline(schema, where + "/" + name)));
      return new FieldRules.Named(schemas);
    }

    private static Set<String> named(Map<?, ?> siblings, String where) {
      Set<String> known = new HashSet<>();
      Object properties = siblings.get("properties");
      if (properties != null) {
        References.map(properties, where).keySet().forEach(name -> known.add(String.valueOf(name)));
      }
      return known;
    }

    private static SchemaRule open(JsonSchema schema, Map<?, ?> siblings, String where) {
      return new FieldRules.Others(named(siblings, where), schema);
    }

    private static SchemaRule closed(@Nullable Object value, Map<?, ?> siblings, String where) {
      if (!Boolean.FALSE.equals(value)) {
        throw new IllegalArgumentException(where + ": false or a schema is supported");
      }
      return new FieldRules.NoOthers(named(siblings, where));
    }
  }

  List<SchemaRule> rules() {
    return List.copyOf(rules);
  }

  /** All problems of a value; asked only for those that are not accepted. */
  void check(JsonNode value, String path, List<Problem> problems) {
    if (!accepts(value)) {
      explain(value, path, problems);
    }
  }

  @Override
  public boolean accepts(JsonNode value) {
    return onePass.test(value);
  }

  @Override
  public void explain(JsonNode value, String path, List<Problem> problems) {
    rules.forEach(rule -> rule.explain(value, path, problems));
  }

  private static BigDecimal number(@Nullable Object value, String where) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString());
    }
    throw new IllegalArgumentException(where + ": must be a number");
  }
}
