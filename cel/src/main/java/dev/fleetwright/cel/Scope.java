package dev.fleetwright.cel;

import org.jspecify.annotations.Nullable;

/** The variables of the comprehensions around an expression, innermost first. */
final class Scope {

  /** One variable; remembers whether anything read it. */
  static final class Local {
    final int slot;
    final Flow flow;
    boolean used;

    Local(int slot, Flow flow) {
      this.slot = slot;
      this.flow = flow;
    }
  }

  private final @Nullable Scope outer;
  private final String name;
  private final Local local;

  private Scope(@Nullable Scope outer, String name, Local local) {
    this.outer = outer;
    this.name = name;
    this.local = local;
  }

  static Scope with(@Nullable Scope outer, String name, Local local) {
    return new Scope(outer, name, local);
  }

  static @Nullable Local find(@Nullable Scope scope, String name) {
    for (Scope at = scope; at != null; at = at.outer) {
      if (at.name.equals(name)) {
        return at.local;
      }
    }
    return null;
  }
}
