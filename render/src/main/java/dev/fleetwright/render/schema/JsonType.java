package dev.fleetwright.render.schema;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types of JSON Schema, and how messages call them. */
enum JsonType {
  OBJECT("object", "a mapping"),
  ARRAY("array", "a list"),
  STRING("string", "a string"),
  INTEGER("integer", "an integer"),
  NUMBER("number", "a number"),
  BOOLEAN("boolean", "a boolean"),
  NULL("null", "null");

  final String keyword;
  final String phrase;

  JsonType(String keyword, String phrase) {
    this.keyword = keyword;
    this.phrase = phrase;
  }

  static @Nullable JsonType byKeyword(@Nullable Object keyword) {
    for (JsonType type : values()) {
      if (type.keyword.equals(keyword)) {
        return type;
      }
    }
    return null;
  }

  static JsonType of(@Nullable Object value) {
    return switch (value) {
      case null -> NULL;
      case String _ -> STRING;
      case Boolean _ -> BOOLEAN;
      case Map<?, ?> _ -> OBJECT;
      case List<?> _ -> ARRAY;
      case Double number ->
          number == Math.rint(number) && !Double.isInfinite(number) ? INTEGER : NUMBER;
      case Long _, Integer _, BigInteger _ -> INTEGER;
      default -> NUMBER;
    };
  }

  boolean accepts(JsonType actual) {
    return this == actual || (this == NUMBER && actual == INTEGER);
  }
}
