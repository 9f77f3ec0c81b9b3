package dev.fleetwright.apiserver.error;

/**
 * One reason among several for a refused request.
 *
 * @param reason a machine-readable code, such as FieldValueInvalid
 * @param field the path of the field, or empty
 */
public record Cause(String reason, String message, String field) {
  /** A value that is not allowed. */
  public static Cause invalid(String field, String value, String message) {
    return new Cause("FieldValueInvalid", "Invalid value: " + value + ": " + message, field);
  }

  /** A value that must be given. */
  public static Cause required(String field, String message) {
    return new Cause(
        "FieldValueRequired", "Required value" + (message.isEmpty() ? "" : ": " + message), field);
  }

  /** A value that may not be given. */
  public static Cause forbidden(String field, String message) {
    return new Cause("FieldValueForbidden", "Forbidden: " + message, field);
  }

  /** A value that is none of those that are allowed. */
  public static Cause unsupported(String field, String value, String... allowed) {
    return new Cause(
        "FieldValueNotSupported",
        "Unsupported value: \"%s\": supported values: \"%s\""
            .formatted(value, String.join("\", \"", allowed)),
        field);
  }

  /** How this cause stands in a one-line message. */
  public String line() {
    return field.isEmpty() ? message : field + ": " + message;
  }
}
