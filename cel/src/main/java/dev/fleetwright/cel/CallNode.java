package dev.fleetwright.cel;

import org.jspecify.annotations.Nullable;

/** A call of a function with all its arguments evaluated first. */
final class CallNode extends Node {

  /** What a function does; the arguments are adapted values, the receiver first. */
  @FunctionalInterface
  interface Body {
    @Nullable Object call(Frame frame, long id, @Nullable Object[] args);
  }

  private final Body body;
  private final Node[] args;

  CallNode(long id, Body body, Node[] args) {
    super(id);
    this.body = body;
    this.args = args;
  }

  @Override
  @Nullable Object eval(Frame frame) {
    frame.charge(1, id);
    @Nullable Object[] values = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      values[i] = args[i].eval(frame);
    }
    return body.call(frame, id, values);
  }
}
