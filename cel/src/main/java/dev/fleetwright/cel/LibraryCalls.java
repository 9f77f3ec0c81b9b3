package dev.fleetwright.cel;

import com.google.protobuf.ByteString;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.common.CelSource;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Calls a function of the library with values of ours: a program of that one call is planned once
 * and then run with the arguments as variables. For functions whose result is about as large as
 * their arguments, which are charged for before.
 */
final class LibraryCalls {

  private record Signature(String function, int args, boolean member) {}

  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.plannerRuntimeBuilder()
          .setOptions(Dialect.OPTIONS)
          .addLibraries(Dialect.runtimeLibraries())
          .build();

  private static final Map<Signature, CallNode.Body> CALLS = new ConcurrentHashMap<>();

  /** What a call costs beside its arguments: about a microsecond. */
  private static final int CALL_COST = 5;

  /** What a failed call costs on top, since the library fails by exceptions with stack traces. */
  private static final int FAILURE_COST = 200;

  private LibraryCalls() {}

  static CallNode.Body call(String function, int args, boolean member) {
    return CALLS.computeIfAbsent(new Signature(function, args, member), LibraryCalls::plan);
  }

  private static CallNode.Body plan(Signature signature) {
    String[] names = new String[signature.args];
    List<CelExpr> args = new ArrayList<>();
    for (int i = 0; i < signature.args; i++) {
      names[i] = "arg" + i;
      args.add(CelExpr.ofIdent(i + 1L, names[i]));
    }
    CelExpr call =
        signature.member
            ? CelExpr.ofCall(
                100,
                Optional.of(args.getFirst()),
                signature.function,
                com.google.common.collect.ImmutableList.copyOf(args.subList(1, args.size())))
            : CelExpr.ofCall(
                100,
                Optional.empty(),
                signature.function,
                com.google.common.collect.ImmutableList.copyOf(args));
    CelAbstractSyntaxTree ast =
        CelAbstractSyntaxTree.newParsedAst(call, CelSource.newBuilder(signature.function).build());
    CelRuntime.Program program;
    try {
      program = RUNTIME.createProgram(ast);
    } catch (CelEvaluationException e) {
      throw new IllegalStateException("the library has no " + signature.function, e);
    }
    return (frame, id, values) -> run(program, names, signature.function, frame, id, values);
  }

  private static @Nullable Object run(
      CelRuntime.Program program,
      String[] names,
      String function,
      Frame frame,
      long id,
      @Nullable Object[] values) {
    frame.charge(CALL_COST, id);
    Map<String, Object> variables = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      if (values[i] instanceof ValueType) {
        throw Node.noOverload(id, readable(function), values);
      }
      variables.put(names[i], toLibrary(values[i], frame, id, 0));
    }
    if (values.length > 1 && values[0] instanceof String text && values[1] instanceof String part) {
      frame.chargeSearch(text, part, id);
    }
    try {
      return fromLibrary(program.eval(variables), frame, id);
    } catch (CelEvaluationException e) {
      frame.charge(FAILURE_COST, id);
      throw failure(e, function, id, values);
    } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
      throw EvalError.of("evaluation-failed", id, firstLine(e.getMessage()), "");
    }
  }

  private static EvalError failure(
      CelEvaluationException e, String function, long id, @Nullable Object[] values) {
    String name = readable(function);
    if (e.getErrorCode() == CelErrorCode.OVERLOAD_NOT_FOUND) {
      return Node.noOverload(id, name, values);
    }
    for (Object value : values) {
      if (Values.involvesAbsent(value)) {
        return Node.noOverload(id, name, values);
      }
    }
    Throwable cause = e.getCause();
    String message =
        cause != null && cause.getMessage() != null ? cause.getMessage() : e.getMessage();
    return EvalError.of(
        e.getErrorCode() == CelErrorCode.NUMERIC_OVERFLOW ? "number-overflow" : "invalid-argument",
        id,
        name + ": " + firstLine(message),
        "check the arguments of " + name);
  }

  /** {@code math.@max} is what the macro {@code math.greatest} becomes. */
  static String readable(String function) {
    return switch (function) {
      case "_+_" -> "\"+\"";
      case "_-_" -> "\"-\"";
      case "math.@max" -> "math.greatest()";
      case "math.@min" -> "math.least()";
      default -> function + "()";
    };
  }

  private static String firstLine(@Nullable String message) {
    if (message == null) {
      return "the evaluation failed";
    }
    String line = message.lines().findFirst().orElse("");
    line =
        line.replaceFirst(
            "^(evaluation error: |[a-z.]+\\.[A-Za-z]+Exception: |\\w+ failure: )+", "");
    return line.length() > 200 ? line.substring(0, 200) + "…" : line;
  }

  private static Object toLibrary(@Nullable Object value, Frame frame, long id, int depth) {
    frame.charge(1, id);
    if (depth > Frame.DEEPEST_VALUE) {
      throw LimitExceeded.depth(id);
    }
    return switch (value) {
      case null -> NullValue.NULL_VALUE;
      case Absent _ -> NullValue.NULL_VALUE;
      case String text -> {
        frame.chargeText(text.length(), id);
        yield text;
      }
      case CelByteString bytes -> {
        frame.chargeText(bytes.size(), id);
        yield bytes;
      }
      case List<?> list -> {
        List<Object> copy = new ArrayList<>(Math.min(1_000, list.size()));
        for (Object raw : list) {
          copy.add(toLibrary(Values.adapt(raw, id), frame, id, depth + 1));
        }
        yield copy;
      }
      case Map<?, ?> map -> {
        Map<Object, Object> copy = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          copy.put(
              toLibrary(Values.adapt(entry.getKey(), id), frame, id, depth + 1),
              toLibrary(Values.adapt(entry.getValue(), id), frame, id, depth + 1));
        }
        yield copy;
      }
      case Opt opt ->
          opt.present()
              ? Optional.of(toLibrary(opt.value(), frame, id, depth + 1))
              : Optional.empty();
      default -> value;
    };
  }

  private static @Nullable Object fromLibrary(@Nullable Object value, Frame frame, long id) {
    return switch (value) {
      case null -> null;
      case NullValue _ -> null;
      case String text -> {
        frame.allowText(text.length(), id);
        yield text;
      }
      case CelByteString bytes -> {
        frame.allowText(bytes.size(), id);
        yield bytes;
      }
      case ByteString bytes -> {
        frame.allowText(bytes.size(), id);
        yield CelByteString.of(bytes.toByteArray());
      }
      case List<?> list -> {
        frame.allowElements(list.size(), id);
        frame.charge(list.size(), id);
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        for (Object element : list) {
          copy.add(element instanceof NullValue ? null : Values.adapt(element, id));
        }
        yield copy;
      }
      default -> Values.adapt(value, id);
    };
  }
}
