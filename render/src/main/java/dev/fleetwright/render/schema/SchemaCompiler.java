package dev.fleetwright.render.schema;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.plain.Paths;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Turns the plain values of a schema into a {@link Schema}, and says what is no schema. */
final class SchemaCompiler {

  private static final int DEEPEST = 100;

  /** Understood, and without effect on a check. */
  private static final Set<String> NOTES =
      Set.of(
          "$schema",
          "$id",
          "$comment",
          "$defs",
          "definitions",
          "title",
          "examples",
          "example",
          "deprecated",
          "readOnly");

  private static final Set<String> KEYWORDS =
      Set.of(
          "$ref",
          "type",
          "description",
          "properties",
          "patternProperties",
          "additionalProperties",
          "propertyNames",
          "required",
          "items",
          "uniqueItems",
          "minItems",
          "maxItems",
          "minLength",
          "maxLength",
          "minProperties",
          "maxProperties",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "pattern",
          "format",
          "enum",
          "const",
          "allOf",
          "anyOf",
          "oneOf",
          "not",
          "if",
          "then",
          "else",
          "default",
          "writeOnly");

  private final boolean closedByDefault;
  private final Function<String, @Nullable Schema> elsewhere;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Schema> byReference = new HashMap<>();
  private @Nullable Object root;

  SchemaCompiler(boolean closedByDefault, Function<String, @Nullable Schema> elsewhere) {
    this.closedByDefault = closedByDefault;
    this.elsewhere = elsewhere;
  }

  Checked<Schema> compile(@Nullable Object source) {
    root = source;
    Schema schema = new Schema();
    byReference.put("#", schema);
    fill(schema, source, Paths.ROOT, 0);
    byReference.values().forEach(this::refuseCycle);
    return problems.isEmpty() ? Checked.valid(schema) : Checked.invalid(problems);
  }

  private void refuseCycle(Schema start) {
    Schema slow = start;
    Schema fast = start.reference;
    while (fast != null) {
      if (fast == slow) {
        problem("schema-cycle", Paths.ROOT, "a $ref of the schema leads back to itself", "");
        start.reference = null;
        return;
      }
      fast = fast.reference;
      slow = fast != null && slow.reference != null ? slow.reference : slow;
      fast = fast == null ? null : fast.reference;
    }
  }

  private Schema sub(@Nullable Object source, Paths path, int depth) {
    Schema schema = new Schema();
    fill(schema, source, path, depth);
    return schema;
  }

  private void fill(Schema schema, @Nullable Object source, Paths path, int depth) {
    if (depth > DEEPEST) {
      problem("schema-too-deep", path, "the schema nests deeper than " + DEEPEST, "use $ref");
      return;
    }
    if (source instanceof Boolean accepts) {
      schema.never = !accepts;
      return;
    }
    if (!(source instanceof Map<?, ?> map)) {
      problem("invalid-schema", path, "a schema is a mapping or a boolean", "write {type: …}");
      return;
    }
    map.forEach(
        (key, value) -> keyword(schema, String.valueOf(key), value, path.child("" + key), depth));
    schema.closed =
        closedByDefault && !schema.properties.isEmpty() && !map.containsKey("additionalProperties");
  }

  private void keyword(Schema schema, String key, @Nullable Object value, Paths path, int depth) {
    int next = depth + 1;
    switch (key) {
      case "$ref" -> {
        schema.reference = reference(value, path, next);
        schema.foreign = value instanceof String pointer && !pointer.startsWith("#");
      }
      case "type" -> schema.types = types(value, path);
      case "description" -> text(value, path, text -> schema.description = text);
      case "properties" -> schema.properties = subs(value, path, next);
      case "patternProperties" -> schema.patternProperties = patterns(value, path, next);
      case "additionalProperties" -> schema.additional = sub(value, path, next);
      case "unevaluatedProperties" -> schema.closedWhenJoined = !flag(value, path);
      case "propertyNames" -> schema.propertyNames = sub(value, path, next);
      case "required" -> schema.required = texts(value, path);
      case "items" -> schema.items = sub(value, path, next);
      case "uniqueItems" -> schema.uniqueItems = flag(value, path);
      case "minItems" -> schema.minItems = count(value, path);
      case "maxItems" -> schema.maxItems = count(value, path);
      case "minLength" -> schema.minLength = count(value, path);
      case "maxLength" -> schema.maxLength = count(value, path);
      case "minProperties" -> schema.minProperties = count(value, path);
      case "maxProperties" -> schema.maxProperties = count(value, path);
      case "minimum" -> schema.minimum = number(value, path);
      case "maximum" -> schema.maximum = number(value, path);
      case "exclusiveMinimum" -> schema.above = number(value, path);
      case "exclusiveMaximum" -> schema.below = number(value, path);
      case "multipleOf" -> schema.multipleOf = number(value, path);
      case "pattern" -> text(value, path, text -> schema.pattern = pattern(text, path));
      case "format" -> text(value, path, text -> schema.format = text);
      case "enum" -> schema.choices = list(value, path);
      case "const" -> {
        List<@Nullable Object> only = new ArrayList<>();
        only.add(value);
        schema.choices = only;
      }
      case "allOf" -> schema.allOf = all(value, path, next);
      case "anyOf" -> schema.anyOf = all(value, path, next);
      case "oneOf" -> schema.oneOf = all(value, path, next);
      case "not" -> schema.not = sub(value, path, next);
      case "if" -> schema.condition = sub(value, path, next);
      case "then" -> schema.thenSchema = sub(value, path, next);
      case "else" -> schema.elseSchema = sub(value, path, next);
      case "default" -> {
        schema.hasDefault = true;
        schema.defaultValue = value;
      }
      case "writeOnly" -> schema.secret = flag(value, path);
      default -> unknown(key, path);
    }
  }

  private void unknown(String key, Paths path) {
    if (!NOTES.contains(key) && !key.startsWith("x-")) {
      problem(
          "unknown-schema-keyword",
          path,
          "the schema keyword \"" + key + "\" is not supported",
          Suggestion.nearest(key, KEYWORDS)
              .map(nearest -> "did you mean \"" + nearest + "\"?")
              .orElse("leave it out, or say it with another keyword"));
    }
  }

  private Schema reference(@Nullable Object value, Paths path, int depth) {
    if (!(value instanceof String pointer)) {
      problem("invalid-schema", path, "a $ref is a string", "write #/$defs/NAME");
      return new Schema();
    }
    if (!pointer.startsWith("#")) {
      Schema other = elsewhere.apply(pointer);
      if (other == null) {
        problem(
            "invalid-schema",
            path,
            "the $ref " + pointer + " names no definition that is read before this one",
            "write #/$defs/NAME, or the fully qualified name of a resource or trait");
        return new Schema();
      }
      return other;
    }
    Schema known = byReference.get(pointer);
    if (known != null) {
      return known;
    }
    Object target = root;
    for (String step : pointer.substring(1).split("/", -1)) {
      if (!step.isEmpty()) {
        String name = step.replace("~1", "/").replace("~0", "~");
        target = target instanceof Map<?, ?> map ? map.get(name) : null;
      }
    }
    Schema schema = new Schema();
    byReference.put(pointer, schema);
    if (target == null) {
      problem("invalid-schema", path, "the $ref " + pointer + " names nothing", "define it");
    } else {
      fill(schema, target, path, depth);
    }
    return schema;
  }

  private Set<JsonType> types(@Nullable Object value, Paths path) {
    Set<JsonType> types = EnumSet.noneOf(JsonType.class);
    for (Object name : value instanceof List<?> list ? list : java.util.Arrays.asList(value)) {
      JsonType type = JsonType.byKeyword(name);
      if (type == null) {
        problem(
            "invalid-schema",
            path,
            "\"" + name + "\" is no JSON type",
            "use object, array, string, integer, number, boolean or null");
      } else {
        types.add(type);
      }
    }
    return types;
  }

  private Map<String, Schema> subs(@Nullable Object value, Paths path, int depth) {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    map(value, path)
        .forEach((key, source) ->
            schemas.put(String.valueOf(key), sub(source, path.child("" + key), depth)));
    return schemas;
  }

  private Map<Pattern, Schema> patterns(@Nullable Object value, Paths path, int depth) {
    Map<Pattern, Schema> schemas = new LinkedHashMap<>();
    map(value, path)
        .forEach((key, source) -> {
          Pattern pattern = pattern(String.valueOf(key), path);
          if (pattern != null) {
            schemas.put(pattern, sub(source, path.child("" + key), depth));
          }
        });
    return schemas;
  }

  private List<Schema> all(@Nullable Object value, Paths path, int depth) {
    List<Schema> schemas = new ArrayList<>();
    for (Object source : list(value, path)) {
      schemas.add(sub(source, path.child(schemas.size()), depth));
    }
    return schemas;
  }

  private @Nullable Pattern pattern(String regex, Paths path) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      problem(
          "invalid-schema",
          path,
          "the pattern is no regular expression: " + e.getDescription(),
          "correct it");
      return null;
    }
  }

  private Map<?, ?> map(@Nullable Object value, Paths path) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    problem("invalid-schema", path, "this keyword takes a mapping", "");
    return Map.of();
  }

  private List<@Nullable Object> list(@Nullable Object value, Paths path) {
    if (value instanceof List<?> list) {
      return new ArrayList<>(list);
    }
    problem("invalid-schema", path, "this keyword takes a list", "");
    return List.of();
  }

  private List<String> texts(@Nullable Object value, Paths path) {
    return list(value, path).stream().map(String::valueOf).toList();
  }

  private void text(@Nullable Object value, Paths path, Consumer<String> use) {
    if (value instanceof String text) {
      use.accept(text);
    } else {
      problem("invalid-schema", path, "this keyword takes a string", "");
    }
  }

  private boolean flag(@Nullable Object value, Paths path) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    problem("invalid-schema", path, "this keyword takes true or false", "");
    return false;
  }

  private int count(@Nullable Object value, Paths path) {
    Double number = number(value, path);
    return number == null ? 0 : (int) Math.clamp(number, 0, Integer.MAX_VALUE);
  }

  private @Nullable Double number(@Nullable Object value, Paths path) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    problem("invalid-schema", path, "this keyword takes a number", "");
    return null;
  }

  private void problem(String code, Paths path, String message, String nextStep) {
    problems.add(new Problem(code, path.toString(), message, nextStep));
  }
}
