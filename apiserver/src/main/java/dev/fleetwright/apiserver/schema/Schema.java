package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a value may look like, and how it merges: one node of the tree that a kind has once for all
 * logical clusters.
 *
 * @param additional the schema of fields that are not named, or null
 * @param preserveUnknown whether fields that are not named are kept
 * @param embedded whether the value is itself an object with apiVersion, kind and metadata
 * @param rules what must hold beyond that, in CEL
 */
public record Schema(
    Type type,
    boolean nullable,
    Map<String, Schema> properties,
    @Nullable Schema additional,
    @Nullable Schema items,
    Set<String> required,
    boolean preserveUnknown,
    boolean embedded,
    @Nullable JsonNode defaultValue,
    Merge merge,
    Limits limits,
    Rules rules) {
  /** Anything at all. */
  public static final Schema ANY = scalar(Type.ANY);

  /** What kind of value is expected. */
  public enum Type {
    OBJECT,
    ARRAY,
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    INT_OR_STRING,
    ANY
  }

  /** A plain value without further limits. */
  public static Schema scalar(Type type) {
    return new Schema(
        type,
        type == Type.ANY,
        Map.of(),
        null,
        null,
        Set.of(),
        type == Type.ANY,
        false,
        null,
        Merge.PLAIN,
        Limits.NONE,
        Rules.NONE);
  }

  /** An object with these fields and no others. */
  public static Schema object(Map<String, Schema> properties) {
    return new Schema(
        Type.OBJECT,
        false,
        properties,
        null,
        null,
        Set.of(),
        false,
        false,
        null,
        Merge.PLAIN,
        Limits.NONE,
        Rules.NONE);
  }

  /** An object whose fields all have one schema. */
  public static Schema mapOf(Schema values) {
    return new Schema(
        Type.OBJECT,
        false,
        Map.of(),
        values,
        null,
        Set.of(),
        false,
        false,
        null,
        Merge.PLAIN,
        Limits.NONE,
        Rules.NONE);
  }

  /** A list. */
  public static Schema listOf(Schema items) {
    return new Schema(
        Type.ARRAY,
        false,
        Map.of(),
        null,
        items,
        Set.of(),
        false,
        false,
        null,
        Merge.PLAIN,
        Limits.NONE,
        Rules.NONE);
  }

  /** The same with another way to merge. */
  public Schema withMerge(Merge other) {
    return new Schema(
        type,
        nullable,
        properties,
        additional,
        items,
        required,
        preserveUnknown,
        embedded,
        defaultValue,
        other,
        limits,
        rules);
  }

  /** The same with fields that must be given. */
  public Schema withRequired(Set<String> names) {
    return new Schema(
        type,
        nullable,
        properties,
        additional,
        items,
        names,
        preserveUnknown,
        embedded,
        defaultValue,
        merge,
        limits,
        rules);
  }

  /** The same with other fields. */
  public Schema withProperties(Map<String, Schema> others) {
    return new Schema(
        type,
        nullable,
        others,
        additional,
        items,
        required,
        preserveUnknown,
        embedded,
        defaultValue,
        merge,
        limits,
        rules);
  }

  /** The same with a value for when none is given. */
  public Schema withDefault(JsonNode value) {
    return new Schema(
        type,
        nullable,
        properties,
        additional,
        items,
        required,
        preserveUnknown,
        embedded,
        value,
        merge,
        limits,
        rules);
  }

  /** The schema of a field; {@link #ANY} where nothing is said about it. */
  public Schema field(String name) {
    Schema named = properties.get(name);
    if (named != null) {
      return named;
    }
    return additional != null ? additional : ANY;
  }

  /** Whether a field of this name may stand here. */
  public boolean knows(String name) {
    return preserveUnknown || additional != null || properties.containsKey(name);
  }

  /** The schema of a list's items. */
  public Schema item() {
    return items == null ? ANY : items;
  }

  /** The keys of a list-map, none otherwise. */
  public List<String> mapKeys() {
    return merge.list() == Merge.ListKind.MAP ? merge.keys() : List.of();
  }
}
