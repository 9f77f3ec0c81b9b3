package dev.fleetwright.cel;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The types of CEL values, both for declaring variables and for describing results. */
public enum ValueType {
  /** Any value; for declarations only, no value has it. */
  DYN("dyn", "any value"),
  NULL("null_type", "null"),
  BOOL("bool", "bool"),
  INT("int", "int"),
  UINT("uint", "uint"),
  DOUBLE("double", "double"),
  STRING("string", "string"),
  BYTES("bytes", "bytes"),
  TIMESTAMP("google.protobuf.Timestamp", "timestamp"),
  DURATION("google.protobuf.Duration", "duration"),
  LIST("list", "list"),
  MAP("map", "map"),
  TYPE("type", "type"),
  OPTIONAL("optional_type", "optional"),
  QUANTITY("kubernetes.Quantity", "quantity"),
  URL("kubernetes.URL", "url"),
  IP("net.IP", "ip"),
  CIDR("net.CIDR", "cidr");

  private static final Map<String, ValueType> BY_CEL_NAME =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(ValueType::celName, Function.identity()));

  private final String celName;
  private final String label;

  ValueType(String celName, String label) {
    this.celName = celName;
    this.label = label;
  }

  /** The name that an expression uses for it, e.g. {@code google.protobuf.Timestamp}. */
  public String celName() {
    return celName;
  }

  /** The name for people, e.g. {@code timestamp}. */
  public String label() {
    return label;
  }

  static Optional<ValueType> byCelName(String name) {
    return Optional.ofNullable(BY_CEL_NAME.get(name));
  }
}
