package dev.fleetwright.render.schema;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled JSON Schema. Two things differ from the standard, on purpose: an object schema with
 * {@code properties} and no {@code additionalProperties} is closed (unless compiled as open), and a
 * keyword that is not understood is a problem of the schema instead of being passed over.
 *
 * <pre>{@code
 * Schema schema = Schema.compile(Map.of("type", "integer", "minimum", 1, "default", 1)).orThrow();
 * schema.check(0).problems();   // one: below the minimum
 * }</pre>
 */
public final class Schema {

  @Nullable String description;
  @Nullable Schema reference;

  /** Whether the reference is to another definition, whose default is for that definition alone. */
  boolean foreign;

  Set<JsonType> types = Set.of();
  @Nullable List<@Nullable Object> choices;
  boolean closed;

  /** Closed to all fields but those of this schema and of the schemas that it is joined of. */
  boolean closedWhenJoined;

  Map<String, Schema> properties = Map.of();
  Map<Pattern, Schema> patternProperties = Map.of();
  @Nullable Schema additional;
  @Nullable Schema propertyNames;
  List<String> required = List.of();
  @Nullable Schema items;
  boolean uniqueItems;
  int minItems;
  int maxItems = Integer.MAX_VALUE;
  int minLength;
  int maxLength = Integer.MAX_VALUE;
  int minProperties;
  int maxProperties = Integer.MAX_VALUE;
  @Nullable Double minimum;
  @Nullable Double maximum;
  @Nullable Double above;
  @Nullable Double below;
  @Nullable Double multipleOf;
  @Nullable Pattern pattern;
  @Nullable String format;
  List<Schema> allOf = List.of();
  List<Schema> anyOf = List.of();
  List<Schema> oneOf = List.of();
  @Nullable Schema not;
  @Nullable Schema condition;
  @Nullable Schema thenSchema;
  @Nullable Schema elseSchema;
  boolean never;
  boolean secret;
  boolean hasDefault;
  @Nullable Object defaultValue;

  Schema() {}

  /** What a check found: the value with defaults filled in, and all that is wrong with it. */
  public record Result(@Nullable Object value, List<Problem> problems) {
    public boolean isValid() {
      return problems.isEmpty();
    }
  }

  /** Compiles a schema whose objects are closed where they list properties. */
  public static Checked<Schema> compile(@Nullable Object schema) {
    return compile(schema, _ -> null);
  }

  /**
   * Compiles a schema that may also refer to others by name.
   *
   * @param elsewhere gives the schema of a {@code $ref} that does not begin with {@code #}
   */
  public static Checked<Schema> compile(
      @Nullable Object schema, Function<String, @Nullable Schema> elsewhere) {
    return new SchemaCompiler(true, elsewhere).compile(schema);
  }

  /** Compiles a schema that leaves objects open as the standard does. */
  public static Checked<Schema> compileOpen(@Nullable Object schema) {
    return new SchemaCompiler(false, _ -> null).compile(schema);
  }

  /** Checks a plain value; the problems' paths are relative to it and have no places. */
  public Result check(@Nullable Object value) {
    return new SchemaCheck().run(this, value);
  }

  /** What stands where nothing is written, with the defaults of its parts; null without any. */
  public @Nullable Object defaults() {
    return Defaults.of(this, 0);
  }

  /** The texts of a value that its schema marks as secret ({@code writeOnly}). */
  public Set<String> secrets(@Nullable Object value) {
    return Secrets.in(this, value);
  }

  /** One row per field, for people: path, type, default, what it is for. */
  public List<FieldDescription> fields() {
    return FieldDescription.of(this);
  }

  public boolean isSecret() {
    return secret;
  }

  Schema resolved() {
    Schema schema = this;
    // A chain of references is as short as people write it; the compiler refuses cycles of them.
    while (schema.reference != null) {
      schema = schema.reference;
    }
    return schema;
  }
}
