package dev.fleetwright.cel;

import org.jspecify.annotations.Nullable;

/** A variable that the caller binds; looked up once in an evaluation. */
final class VariableNode extends Node {

  private final String name;
  private final ValueType type;
  private final boolean absentAsNull;
  private final int slot;

  VariableNode(long id, String name, ValueType type, boolean absentAsNull, int slot) {
    super(id);
    this.name = name;
    this.type = type;
    this.absentAsNull = absentAsNull;
    this.slot = slot;
  }

  @Override
  @Nullable Object eval(Frame frame) {
    Object value = frame.slots[slot];
    if (value == Marker.UNREAD) {
      value = load(frame);
      frame.slots[slot] = value;
    }
    return value;
  }

  private @Nullable Object load(Frame frame) {
    Object raw = frame.bindings.apply(name);
    if (absentAsNull && (raw == null || raw == Marker.UNBOUND)) {
      return Absent.ABSENT;
    }
    if (raw == Marker.UNBOUND) {
      throw new EvalError(
          "unbound-variable",
          name,
          "the variable \"" + name + "\" has no value here",
          "give it a value, or do not read it",
          id,
          true);
    }
    Object value = Values.adapt(raw, id);
    if (type != ValueType.DYN && value != null && Values.typeOf(value) != type) {
      throw new EvalError(
          "wrong-variable-type",
          name,
          "the variable \""
              + name
              + "\" is declared as "
              + type.label()
              + " and has a value of type "
              + Values.typeOf(value).label(),
          "give it a value of its declared type",
          id,
          false);
    }
    return value;
  }
}
