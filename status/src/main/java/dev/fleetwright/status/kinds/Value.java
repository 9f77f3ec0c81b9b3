package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Required;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cell of a result: a type, and the value in the field of that type. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Value(
    @JsonPropertyDescription("String, Number, Bool, Null, Object or Array.") @Required Type type,
    @JsonPropertyDescription("A text, or a time as RFC 3339 has it.") @Nullable String string,
    @JsonPropertyDescription("A number in decimal digits, as text so that none are lost.")
        @JsonProperty("float")
        @Nullable String number,
    @JsonPropertyDescription("True or false.") @Nullable Boolean bool,
    @JsonPropertyDescription("An object.") @PreserveUnknownFields
        @Nullable Map<String, Object> object,
    @JsonPropertyDescription("A list.") @PreserveUnknownFields @Nullable List<Object> array) {

  /** What a value is. */
  public enum Type {
    @JsonProperty("String")
    STRING("String"),
    @JsonProperty("Number")
    NUMBER("Number"),
    @JsonProperty("Bool")
    BOOL("Bool"),
    @JsonProperty("Null")
    NULL("Null"),
    @JsonProperty("Object")
    OBJECT("Object"),
    @JsonProperty("Array")
    ARRAY("Array");

    private final String word;

    Type(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  public static final Value NULL = new Value(Type.NULL, null, null, null, null, null);

  public static Value ofString(String text) {
    return new Value(Type.STRING, text, null, null, null, null);
  }

  public static Value ofNumber(String digits) {
    return new Value(Type.NUMBER, null, digits, null, null, null);
  }

  public static Value ofBool(boolean flag) {
    return new Value(Type.BOOL, null, null, flag, null, null);
  }

  public static Value ofObject(Map<String, Object> object) {
    return new Value(Type.OBJECT, null, null, null, Collections.unmodifiableMap(object), null);
  }

  public static Value ofArray(List<Object> array) {
    return new Value(Type.ARRAY, null, null, null, null, Collections.unmodifiableList(array));
  }
}
