package dev.fleetwright.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.fleetwright.model.Checked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The library's own runtime is the oracle: random expressions give the same value there and here,
 * or fail on both sides.
 */
class LibraryAgreementTest {

  private static final int EXPRESSIONS = 1_500;

  private static final List<String> NAMES = List.of("a", "b", "u", "s", "t", "l", "m", "n", "time");

  private static final Map<String, Object> VARIABLES =
      Map.of(
          "a",
          3L,
          "b",
          2.5,
          "u",
          UnsignedLong.valueOf(3),
          "s",
          "xyz",
          "t",
          true,
          "l",
          List.of(1L, 3.0, "x", NullValue.NULL_VALUE, UnsignedLong.ONE),
          "m",
          Map.of("k", 1L, "l", List.of(1L, 2L), "z", NullValue.NULL_VALUE),
          "n",
          NullValue.NULL_VALUE,
          "time",
          java.time.Instant.parse("2024-01-31T10:00:00Z"));

  private final CelCompiler compiler = compiler();
  private final CelRuntime runtime =
      CelRuntimeFactory.plannerRuntimeBuilder()
          .setOptions(Dialect.OPTIONS)
          .addLibraries(Dialect.runtimeLibraries())
          .build();
  private final CelEnvironment ours = ours();

  private static CelCompiler compiler() {
    var builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(Dialect.OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addLibraries(Dialect.compilerLibraries());
    NAMES.forEach(name -> builder.addVar(name, SimpleType.DYN));
    return builder.build();
  }

  private static CelEnvironment ours() {
    CelEnvironment.Builder builder = CelEnvironment.builder();
    NAMES.forEach(name -> builder.variable(name, ValueType.DYN));
    return builder.build();
  }

  @Test
  void randomExpressionsAgree() throws Exception {
    Map<String, @Nullable Object> variables = new LinkedHashMap<>();
    VARIABLES.forEach((name, value) -> variables.put(name, ofOurs(value)));
    int values = 0;
    List<String> differences = new ArrayList<>();
    for (int seed = 0; seed < EXPRESSIONS; seed++) {
      String source = new Generator(new Random(seed)).expression(4);
      CelValidationResult checked = compiler.compile(source);
      if (checked.hasError()) {
        assertThat(ours.compile(source).isValid()).as(source).isFalse();
        continue;
      }
      String theirs;
      try {
        theirs = CelJson.of(plain(runtime.createProgram(checked.getAst()).eval(VARIABLES)));
        values++;
      } catch (CelEvaluationException e) {
        theirs = "error";
      }
      String mine =
          switch (ours.compile(source)) {
            case Checked.Invalid<CelExpression>(var problems) ->
                problems.getFirst().code().equals("invalid-regex") ? "error" : problems.toString();
            case Checked.Valid<CelExpression>(CelExpression expression) ->
                switch (expression.evaluate(variables)) {
                  case CelResult.Value value -> value.json();
                  case CelResult.Failure _ -> "error";
                };
          };
      if (mine.equals("error") && mayLeak(source)) {
        continue;
      }
      if (!mine.equals(theirs)) {
        differences.add(source + "\n  library: " + theirs + "\n  ours:    " + mine);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(values).isGreaterThan(EXPRESSIONS / 10);
  }

  /**
   * The library hands an error of a logical operator on as if it were a value, e.g. {@code type(1/0
   * > 0 && true)} gives a type. Ours is an error there.
   */
  private static boolean mayLeak(String source) {
    return source.contains("&&")
        || source.contains("||")
        || source.contains(".all(")
        || source.contains(".exists(");
  }

  private static @Nullable Object ofOurs(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case NullValue _ -> null;
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>();
        list.forEach(element -> copy.add(ofOurs(element)));
        yield copy;
      }
      case Map<?, ?> map -> {
        Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, element) -> copy.put(key, ofOurs(element)));
        yield copy;
      }
      default -> value;
    };
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case NullValue _ -> null;
      case UnsignedLong number -> number.bigIntegerValue();
      case CelByteString bytes -> bytes.toByteArray();
      case Optional<?> optional -> plain(optional.orElse(null));
      case dev.cel.common.types.TypeType type -> type.containingTypeName();
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>();
        list.forEach(element -> copy.add(plain(element)));
        yield copy;
      }
      case Map<?, ?> map -> {
        Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, element) -> copy.put(plain(key), plain(element)));
        yield copy;
      }
      default -> value;
    };
  }

  /** Expressions over variables of unknown type, so that most of them compile. */
  private static final class Generator {
    private final Random random;
    private int locals;
    private final List<String> scope = new ArrayList<>();

    Generator(Random random) {
      this.random = random;
    }

    private String pick(String... options) {
      return options[random.nextInt(options.length)];
    }

    String expression(int depth) {
      if (depth == 0 || random.nextInt(8) == 0) {
        return leaf();
      }
      int smaller = depth - 1;
      return switch (random.nextInt(17)) {
        case 0, 1 -> "(" + expression(smaller) + pick(" == ", " != ") + expression(smaller) + ")";
        case 2 ->
            "("
                + expression(smaller)
                + pick(" < ", " <= ", " > ", " >= ")
                + expression(smaller)
                + ")";
        case 3, 4 ->
            "("
                + expression(smaller)
                + pick(" + ", " - ", " * ", " / ", " % ")
                + expression(smaller)
                + ")";
        case 5 -> "(" + expression(smaller) + pick(" && ", " || ") + expression(smaller) + ")";
        case 6 -> pick("!", "-") + "dyn(" + expression(smaller) + ")";
        case 7 ->
            "("
                + expression(smaller)
                + " ? "
                + expression(smaller)
                + " : "
                + expression(smaller)
                + ")";
        case 8 -> "(" + expression(smaller) + " in dyn(" + expression(smaller) + "))";
        case 9 -> "dyn(" + expression(smaller) + ")[" + expression(smaller) + "]";
        case 10 -> "dyn(" + expression(smaller) + ")." + pick("k", "l", "z", "nope");
        case 11 -> "has(m." + pick("k", "l", "z", "nope") + ")";
        case 12 -> macro(smaller);
        case 13 -> "dyn([" + expression(smaller) + ", " + expression(smaller) + "])";
        case 14 -> "dyn({'k': " + expression(smaller) + ", 'l': " + expression(smaller) + "})";
        case 15 ->
            pick("size", "type", "string", "int", "double", "uint")
                + "(dyn("
                + expression(smaller)
                + "))";
        default -> method(smaller);
      };
    }

    private String macro(int depth) {
      String over =
          pick("l", "m.l", "[1, 2, 3]", "dyn([a, b, s])", "[t, false]", "dyn(" + leaf() + ")");
      if (over.contains("m)")) {
        over = "l";
      }
      String variable = "v" + locals++;
      scope.add(variable);
      String body = expression(depth);
      scope.removeLast();
      return over
          + pick(".map(", ".filter(", ".all(", ".exists(", ".exists_one(")
          + variable
          + ", "
          + body
          + ")";
    }

    private String method(int depth) {
      String on = "dyn(" + expression(depth) + ")";
      return switch (random.nextInt(9)) {
        case 0 -> on + pick(".startsWith(", ".endsWith(", ".contains(") + expression(depth) + ")";
        case 1 -> on + pick(".size()", ".upperAscii()", ".trim()");
        case 2 -> on + ".?" + pick("k", "nope") + ".orValue(" + expression(depth) + ")";
        case 3 -> on + ".getFullYear()";
        case 4 -> "[" + expression(depth) + "].map(q, dyn(q)).distinct()";
        case 5 -> "math.greatest(dyn(" + expression(depth) + "), " + leaf() + ")";
        case 6 -> on + ".split('y')";
        case 7 -> "sets.contains(dyn(" + expression(depth) + "), [dyn(1)])";
        default -> "dyn(time) " + pick("+", "-") + " duration('1h')";
      };
    }

    private String leaf() {
      if (!scope.isEmpty() && random.nextBoolean()) {
        return scope.get(random.nextInt(scope.size()));
      }
      return pick(
          "a",
          "b",
          "u",
          "s",
          "t",
          "l",
          "m",
          "n",
          "time",
          "dyn(0)",
          "dyn(1)",
          "dyn(3u)",
          "dyn(3.0)",
          "dyn('x')",
          "dyn('')",
          "dyn(true)",
          "dyn(null)",
          "dyn(-1)",
          "dyn([])",
          "dyn({})",
          "dyn(0.0 / 0.0)",
          "dyn(9223372036854775807)",
          "dyn(b'xyz')");
    }
  }
}
