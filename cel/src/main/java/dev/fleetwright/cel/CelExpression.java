package dev.fleetwright.cel;

import dev.fleetwright.cel.CelResult.Cause;
import dev.fleetwright.cel.CelResult.Failure;
import dev.fleetwright.cel.CelResult.Value;
import dev.fleetwright.model.Problem;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression. Immutable: compile once, evaluate often, from as many threads as you like.
 * Nothing is ever thrown out of an evaluation.
 */
public final class CelExpression {

  record Shape(
      int variables,
      int slots,
      CelLimits limits,
      boolean absentAsNull,
      ValueType expected,
      ValueType known) {}

  private final String source;
  private final Node root;
  private final Shape shape;
  private final SortedSet<CelPath> reads;
  private final SortedSet<String> variables;
  private final Positions positions;

  CelExpression(String source, Node root, Shape shape, Set<CelPath> reads, Positions positions) {
    this.source = source;
    this.root = root;
    this.shape = shape;
    this.reads = Collections.unmodifiableSortedSet(new TreeSet<>(reads));
    SortedSet<String> names = new TreeSet<>();
    reads.forEach(path -> names.add(path.variable()));
    this.variables = Collections.unmodifiableSortedSet(names);
    this.positions = positions;
  }

  public String source() {
    return source;
  }

  /** The result's type as far as it is known without values; else {@link ValueType#DYN}. */
  public ValueType type() {
    return shape.known;
  }

  /**
   * The paths that the expression reads. Whatever can change its result stands at one of them or
   * below one of them.
   */
  public SortedSet<CelPath> reads() {
    return reads;
  }

  /** The variables that the expression reads. */
  public SortedSet<String> variables() {
    return variables;
  }

  /** Evaluates with these values of the variables. They must not change meanwhile. */
  public CelResult evaluate(Map<String, ? extends @Nullable Object> bindings) {
    return run(name -> {
      Object value = bindings.get(name);
      return value != null || bindings.containsKey(name) ? value : Marker.UNBOUND;
    });
  }

  /** Evaluates with values that are asked for when they are first read, once each. */
  public CelResult evaluate(Function<String, ? extends @Nullable Object> bindings) {
    return run(bindings::apply);
  }

  private CelResult run(Function<String, @Nullable Object> bindings) {
    Frame frame = new Frame(shape.variables, shape.slots, bindings, shape.limits);
    try {
      Object value = root.eval(frame);
      if (value instanceof Boolean flag && accepts(ValueType.BOOL)) {
        return flag ? Value.TRUE : Value.FALSE;
      }
      return result(value, frame);
    } catch (EvalError e) {
      Problem problem = positions.problem(e);
      if (!e.absent) {
        return new Failure(problem, Cause.ERROR);
      }
      return shape.absentAsNull
          ? new Value(ValueType.NULL, null, problem)
          : new Failure(problem, Cause.ABSENT);
    } catch (LimitExceeded e) {
      return new Failure(positions.problem(e), Cause.LIMIT);
    } catch (StackOverflowError e) {
      return new Failure(positions.problem(LimitExceeded.depth(root.id)), Cause.LIMIT);
    } catch (RuntimeException e) {
      // A caller's own map or list failed while it was read.
      return new Failure(
          new Problem(
                  "evaluation-failed",
                  "",
                  "the values could not be read: " + e,
                  "give plain maps and lists that do not change during the evaluation")
              .at(positions.place(root.id)),
          Cause.ERROR);
    }
  }

  private boolean accepts(ValueType type) {
    return shape.expected == ValueType.DYN || shape.expected == type;
  }

  private CelResult result(@Nullable Object value, Frame frame) {
    ValueType type = Values.typeOf(value);
    boolean isAllowedNull = type == ValueType.NULL && shape.absentAsNull;
    if (!accepts(type) && !isAllowedNull) {
      return new Failure(
          new Problem(
                  "wrong-result-type",
                  "",
                  "the expression gave a value of type "
                      + type.label()
                      + " where "
                      + shape.expected.label()
                      + " is needed",
                  shape.expected == ValueType.BOOL
                      ? "compare it with something"
                      : "convert it to " + shape.expected.label())
              .at(positions.place(root.id)),
          Cause.ERROR);
    }
    return new Value(type, new PlainValues(frame, root.id).plain(value, 0), null);
  }

  @Override
  public String toString() {
    return source;
  }
}
