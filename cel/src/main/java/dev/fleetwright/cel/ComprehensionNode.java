package dev.fleetwright.cel;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The loop that every macro becomes. */
final class ComprehensionNode extends Node {

  /**
   * Where the loop keeps its variables.
   *
   * @param second -1 for a macro with one variable
   */
  record Slots(int first, int second, int accumulator) {}

  /** What the accumulator starts as. */
  enum Start {
    EMPTY_LIST,
    EMPTY_MAP,
    VALUE
  }

  private final Slots slots;
  private final Node range;
  private final Start start;
  private final Node init;
  private final Node condition;
  private final Node step;
  private final Node result;
  private final boolean absentAsNull;

  ComprehensionNode(
      long id,
      Slots slots,
      Node range,
      Start start,
      Node init,
      Node condition,
      Node step,
      Node result,
      boolean absentAsNull) {
    super(id);
    this.slots = slots;
    this.range = range;
    this.start = start;
    this.init = init;
    this.condition = condition;
    this.step = step;
    this.result = result;
    this.absentAsNull = absentAsNull;
  }

  @Override
  @Nullable Object eval(Frame frame) {
    frame.charge(1, id);
    Object over = range.eval(frame);
    Object accumulator =
        switch (start) {
          case EMPTY_LIST -> new Accumulators.OpenList();
          case EMPTY_MAP -> new Accumulators.OpenMap();
          case VALUE -> init.eval(frame);
        };
    frame.slots[slots.accumulator] = accumulator;
    switch (over) {
      case List<?> list -> overList(list, frame);
      case Map<?, ?> map -> overMap(map, frame);
      case null, default -> throw noOverload(id, "a macro over elements", over);
    }
    Object value = result.eval(frame);
    Accumulators.close(accumulator);
    return value;
  }

  private void overList(List<?> list, Frame frame) {
    long position = 0;
    for (Object raw : list) {
      Object element = element(raw);
      if (slots.second < 0) {
        frame.slots[slots.first] = element;
      } else {
        frame.slots[slots.first] = position++;
        frame.slots[slots.second] = element;
      }
      if (!round(frame)) {
        return;
      }
    }
  }

  private void overMap(Map<?, ?> map, Frame frame) {
    for (Object key : Maps.sortedKeys(map, frame, id)) {
      frame.slots[slots.first] = key;
      if (slots.second >= 0) {
        frame.slots[slots.second] = element(Maps.find(map, key));
      }
      if (!round(frame)) {
        return;
      }
    }
  }

  private @Nullable Object element(@Nullable Object raw) {
    Object value = Values.adapt(raw == Marker.MISSING ? null : raw, id);
    return value == null && absentAsNull ? Absent.ABSENT : value;
  }

  /** False when the loop is over before its end. */
  private boolean round(Frame frame) {
    frame.iterate(id);
    frame.charge(1, id);
    if (!requireBool(condition.eval(frame), condition.id, "a macro's condition")) {
      return false;
    }
    try {
      frame.slots[slots.accumulator] = step.eval(frame);
    } catch (EvalError e) {
      if (!(step instanceof LogicNode)) {
        throw e;
      }
      frame.slots[slots.accumulator] = e;
    }
    return true;
  }
}
