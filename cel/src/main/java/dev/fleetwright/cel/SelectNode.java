package dev.fleetwright.cel;

import dev.fleetwright.model.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads fields below a value: {@code obj.spec.replicas} is one node. */
final class SelectNode extends Node {

  /**
   * One field on the way.
   *
   * @param path the whole path up to here, for messages
   */
  record Hop(long id, String field, String path) {}

  private final Node operand;
  private final Hop[] hops;
  private final boolean absentAsNull;

  SelectNode(Node operand, List<Hop> hops, boolean absentAsNull) {
    super(hops.getLast().id());
    this.operand = operand;
    this.hops = hops.toArray(new Hop[0]);
    this.absentAsNull = absentAsNull;
  }

  /** The same with one more field. */
  SelectNode then(Hop hop, boolean nowAbsentAsNull) {
    List<Hop> longer = new java.util.ArrayList<>(List.of(hops));
    longer.add(hop);
    return new SelectNode(operand, longer, nowAbsentAsNull);
  }

  @Override
  @Nullable Object eval(Frame frame) {
    frame.charge(hops.length, id);
    Object value = operand.eval(frame);
    for (Hop hop : hops) {
      value = select(value, hop, absentAsNull);
    }
    return value;
  }

  private @Nullable Object select(@Nullable Object value, Hop hop, boolean lenient) {
    if (value instanceof Map<?, ?> map) {
      Object found = Maps.findSame(map, hop.field);
      if (found == null || found == Marker.MISSING) {
        if (lenient) {
          return Absent.ABSENT;
        }
        if (found == null) {
          return null;
        }
        throw absentField(map, hop);
      }
      return Values.adapt(found, hop.id);
    }
    if (value instanceof Opt opt) {
      return selectOptional(opt, hop.field, hop.id);
    }
    if (lenient) {
      return Absent.ABSENT;
    }
    throw notAMap(value, hop);
  }

  /** A field of an optional is optional too. */
  static Opt selectOptional(Opt opt, String field, long id) {
    if (opt.present() && opt.value() instanceof Map<?, ?> map) {
      Object found = Maps.findSame(map, field);
      return found == Marker.MISSING ? Opt.NONE : Opt.of(Values.adapt(found, id));
    }
    return Opt.NONE;
  }

  private EvalError absentField(Map<?, ?> map, Hop hop) {
    String whole = hops[hops.length - 1].path;
    return new EvalError(
        "absent-field",
        hop.path,
        whole.equals(hop.path)
            ? hop.path + " is absent"
            : hop.path + " is absent, so " + whole + " cannot be read",
        () -> nextStep(map, hop),
        hop.id,
        true);
  }

  private static String nextStep(Map<?, ?> map, Hop hop) {
    Optional<String> nearest =
        Suggestion.nearest(
            hop.field,
            map.keySet().stream()
                .limit(1_000)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList());
    return nearest.map(name -> "did you mean \"" + name + "\"? ").orElse("")
        + (hop.path.contains("[*]") ? "test with has()" : "test with has(" + hop.path + ")")
        + ", or read it as an optional with .?"
        + hop.field
        + " and orValue()";
  }

  private static EvalError notAMap(@Nullable Object value, Hop hop) {
    boolean isNull = Values.isNull(value);
    return new EvalError(
        "absent-field",
        hop.path,
        hop.path
            + " cannot be read: what it is a field of is "
            + (isNull ? "null" : "of type " + Values.typeOf(value).label()),
        isNull ? "test for null first" : "only maps have fields",
        hop.id,
        isNull);
  }

  /** {@code has(operand.field)}. */
  static final class Has extends Node {
    private final Node operand;
    private final Hop hop;
    private final boolean absentAsNull;

    Has(Node operand, Hop hop, boolean absentAsNull) {
      super(hop.id());
      this.operand = operand;
      this.hop = hop;
      this.absentAsNull = absentAsNull;
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1, id);
      Object value = operand.eval(frame);
      if (value instanceof Map<?, ?> map) {
        return Maps.findSame(map, hop.field) != Marker.MISSING;
      }
      if (value instanceof Opt opt) {
        return selectOptional(opt, hop.field, id).present();
      }
      if (absentAsNull) {
        return false;
      }
      throw notAMap(value, hop);
    }
  }

  /** {@code operand.?field}. */
  static final class OptionalField extends Node {
    private final Node operand;
    private final String field;

    OptionalField(long id, Node operand, String field) {
      super(id);
      this.operand = operand;
      this.field = field;
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1, id);
      Object value = operand.eval(frame);
      return selectOptional(value instanceof Opt opt ? opt : Opt.of(value), field, id);
    }
  }
}
