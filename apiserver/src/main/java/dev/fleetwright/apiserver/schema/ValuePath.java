package dev.fleetwright.apiserver.schema;

import org.jspecify.annotations.Nullable;

/**
 * Where a value stands in an object. It becomes text only when someone asks, which is when the
 * value is wrong; most are right.
 */
final class ValuePath {
  private final @Nullable ValuePath parent;
  private final @Nullable String name;
  private final int index;

  private ValuePath(@Nullable ValuePath parent, @Nullable String name, int index) {
    this.parent = parent;
    this.name = name;
    this.index = index;
  }

  /** A place to begin from; empty for the object itself. */
  static ValuePath of(String text) {
    return new ValuePath(null, text, -1);
  }

  ValuePath field(String field) {
    return new ValuePath(this, field, -1);
  }

  ValuePath item(int position) {
    return new ValuePath(this, null, position);
  }

  @Override
  public String toString() {
    String before = parent == null ? "" : parent.toString();
    return name == null ? before + "[" + index + "]" : Validator.join(before, name);
  }
}
