package dev.fleetwright.cel;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What expressions of one kind may refer to, and how they are run. Made once, used by many threads.
 *
 * <pre>{@code
 * CelEnvironment environment =
 *     CelEnvironment.builder()
 *         .variable("obj", ValueType.DYN)
 *         .variable("returned", ValueType.DYN)
 *         .absentAsNull("returned")
 *         .build();
 * Checked<CelExpression> filter =
 *     environment.compile("obj.spec.replicas != returned.status.availableReplicas", ValueType.BOOL);
 * }</pre>
 */
public final class CelEnvironment {

  private final CelCompiler compiler;
  private final Map<String, Planner.Variable> variables;
  private final CelLimits limits;
  private final boolean absentAsNull;

  private CelEnvironment(Builder builder) {
    this.limits = builder.limits;
    this.absentAsNull = builder.allAbsentAsNull || !builder.absentAsNull.isEmpty();
    this.variables = new LinkedHashMap<>();
    CelCompilerBuilder library =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(
                Dialect.OPTIONS.toBuilder()
                    .maxExpressionCodePointSize(limits.sourceLength())
                    .maxParseRecursionDepth(limits.depth())
                    .build())
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            // So that expressions can compare type(x) with them; building one is refused later.
            .addMessageTypes(Timestamp.getDescriptor(), Duration.getDescriptor())
            .addLibraries(Dialect.compilerLibraries());
    if (builder.kubernetes) {
      library.addLibraries(new KubernetesLibrary());
    }
    builder.variables.forEach((name, type) -> {
      library.addVar(name, declared(type));
      boolean lenient = builder.allAbsentAsNull || builder.absentAsNull.contains(name);
      variables.put(name, new Planner.Variable(variables.size(), type, lenient));
    });
    this.compiler = library.build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The functions and macros that expressions can use, e.g. {@code math.abs}, {@code exists}. */
  public static SortedSet<String> functionNames() {
    return Dialect.functionNames();
  }

  public Set<String> variables() {
    return java.util.Collections.unmodifiableSet(variables.keySet());
  }

  /** Compiles an expression whose result may have any type. */
  public Checked<CelExpression> compile(String source) {
    return compile(source, ValueType.DYN);
  }

  /**
   * Compiles an expression that must give a value of this type. Where the type is only known once
   * it runs, a wrong one is a failure of the evaluation.
   */
  public Checked<CelExpression> compile(String source, ValueType expected) {
    int length = source.codePointCount(0, source.length());
    if (length > limits.sourceLength()) {
      return Checked.invalid(
          new Problem(
              "expression-too-long",
              "",
              "the expression has "
                  + LimitExceeded.grouped(length)
                  + " characters, more than the "
                  + LimitExceeded.grouped(limits.sourceLength())
                  + " allowed",
              "shorten it, or split it in two"));
    }
    SourceText text = new SourceText(source);
    if (source.isBlank()) {
      return Checked.invalid(
          new Problem("syntax-error", "", "the expression is empty", "write an expression")
              .at(text.at(0, 1)));
    }
    try {
      return compile(source, text, expected);
    } catch (StackOverflowError e) {
      return Checked.invalid(CompileProblems.tooDeep(limits).at(text.at(0, 1)));
    } catch (RuntimeException e) {
      // The library throws on some malformed literals instead of reporting them.
      String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return Checked.invalid(
          new Problem(
                  "syntax-error",
                  "",
                  "the expression cannot be compiled: "
                      + message.lines().findFirst().orElse("").strip(),
                  "check literals and escapes")
              .at(text.at(0, 1)));
    }
  }

  private Checked<CelExpression> compile(String source, SourceText text, ValueType expected) {
    CompileProblems problems = new CompileProblems(text, variables.keySet());
    CelValidationResult parsed = compiler.parse(source, SourceText.NAME);
    if (parsed.hasError()) {
      return Checked.invalid(problems.of(parsed.getErrors(), limits));
    }
    CelAbstractSyntaxTree ast;
    try {
      CelAbstractSyntaxTree tree = parsed.getAst();
      if (TypeGrowth.doublings(tree.getExpr()) > TypeGrowth.MOST_DOUBLINGS) {
        return Checked.invalid(
            new Problem(
                    "expression-too-deep",
                    "",
                    "maps with computed keys are nested deeper than "
                        + TypeGrowth.MOST_DOUBLINGS
                        + " levels by macros",
                    "use fewer of them, one after the other")
                .at(text.at(0, 1)));
      }
      CelValidationResult checked = compiler.check(tree);
      if (checked.hasError()) {
        return Checked.invalid(problems.of(checked.getErrors(), limits));
      }
      ast = checked.getAst();
    } catch (CelValidationException e) {
      return Checked.invalid(problems.of(e.getErrors(), limits));
    }
    return plan(source, text, ast, expected);
  }

  private Checked<CelExpression> plan(
      String source, SourceText text, CelAbstractSyntaxTree ast, ValueType expected) {
    Positions positions = new Positions(text, ast.getSource().getPositionsMap());
    ValueType known = known(ast.getResultType());
    if (expected != ValueType.DYN && known != ValueType.DYN && known != expected) {
      return Checked.invalid(
          new Problem(
                  "wrong-result-type",
                  "",
                  "the expression gives a value of type "
                      + known.label()
                      + " where "
                      + expected.label()
                      + " is needed",
                  expected == ValueType.BOOL
                      ? "compare it with something"
                      : "convert it to " + expected.label())
              .at(text.at(0, text.length())));
    }
    Planner planner = new Planner(ast, variables);
    Node root;
    try {
      root = planner.plan();
    } catch (EvalError e) {
      return Checked.invalid(positions.problem(e));
    }
    List<Problem> found = new ArrayList<>();
    planner.invalidConstants().forEach(error -> found.add(positions.problem(error)));
    planner.largeConstants().forEach(error -> found.add(positions.problem(error)));
    if (!found.isEmpty()) {
      return Checked.invalid(found);
    }
    return Checked.valid(
        new CelExpression(
            source,
            root,
            new CelExpression.Shape(
                variables.size(), planner.slots(), limits, absentAsNull, expected, known),
            planner.reads(),
            positions));
  }

  private static CelType declared(ValueType type) {
    return switch (type) {
      case DYN, OPTIONAL, TYPE -> SimpleType.DYN;
      case NULL -> SimpleType.NULL_TYPE;
      case BOOL -> SimpleType.BOOL;
      case INT -> SimpleType.INT;
      case UINT -> SimpleType.UINT;
      case DOUBLE -> SimpleType.DOUBLE;
      case STRING -> SimpleType.STRING;
      case BYTES -> SimpleType.BYTES;
      case TIMESTAMP -> SimpleType.TIMESTAMP;
      case DURATION -> SimpleType.DURATION;
      case LIST -> ListType.create(SimpleType.DYN);
      case MAP -> MapType.create(SimpleType.DYN, SimpleType.DYN);
      case QUANTITY -> KubernetesLibrary.QUANTITY;
      case URL -> KubernetesLibrary.URL;
      case IP -> KubernetesLibrary.IP;
      case CIDR -> KubernetesLibrary.CIDR;
    };
  }

  /** What the checker knows about the result; {@code DYN} when it depends on the values. */
  private static ValueType known(CelType type) {
    return switch (type.kind()) {
      case BOOL -> ValueType.BOOL;
      case INT -> ValueType.INT;
      case UINT -> ValueType.UINT;
      case DOUBLE -> ValueType.DOUBLE;
      case STRING -> ValueType.STRING;
      case BYTES -> ValueType.BYTES;
      case TIMESTAMP -> ValueType.TIMESTAMP;
      case DURATION -> ValueType.DURATION;
      case LIST -> ValueType.LIST;
      case MAP -> ValueType.MAP;
      case NULL_TYPE -> ValueType.NULL;
      case TYPE -> ValueType.TYPE;
      case OPAQUE -> ValueType.byCelName(type.name()).orElse(ValueType.DYN);
      default -> ValueType.DYN;
    };
  }

  /** Collects what an environment is made of. */
  public static final class Builder {

    private final Map<String, ValueType> variables = new LinkedHashMap<>();
    private final Set<String> absentAsNull = new TreeSet<>();
    private boolean allAbsentAsNull;
    private boolean kubernetes;
    private CelLimits limits = CelLimits.DEFAULT;

    private Builder() {}

    /** Adds the functions that Kubernetes adds, e.g. {@code quantity}, {@code ip}, {@code url}. */
    public Builder kubernetes() {
      kubernetes = true;
      return this;
    }

    /** Declares a variable. Names are identifiers of CEL. */
    public Builder variable(String name, ValueType type) {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw new IllegalArgumentException("not a name of a variable: " + name);
      }
      variables.put(name, type);
      return this;
    }

    /** Reads absent paths under these variables as null; under all of them when none is named. */
    public Builder absentAsNull(String... names) {
      allAbsentAsNull |= names.length == 0;
      absentAsNull.addAll(List.of(names));
      return this;
    }

    public Builder limits(CelLimits newLimits) {
      limits = newLimits;
      return this;
    }

    public CelEnvironment build() {
      for (String name : absentAsNull) {
        if (!variables.containsKey(name)) {
          throw new IllegalArgumentException("absent-as-null names no variable: " + name);
        }
      }
      return new CelEnvironment(this);
    }
  }
}
