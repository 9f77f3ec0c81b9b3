package dev.fleetwright.cel;

import com.google.re2j.Pattern;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelReference;
import dev.fleetwright.cel.OperatorNode.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns a checked expression into nodes, and finds on the way which paths it reads: a path counts
 * as read where its value is used for anything but going further down.
 */
final class Planner {

  /** A variable of the environment. */
  record Variable(int slot, ValueType type, boolean absentAsNull) {}

  private record Planned(Node node, Flow flow) {}

  private final CelAbstractSyntaxTree ast;
  private final Map<String, Variable> variables;
  private final Set<CelPath> reads = new TreeSet<>();
  private final List<EvalError> invalidConstants = new ArrayList<>();
  private final List<LimitExceeded> largeConstants = new ArrayList<>();
  private int slots;

  Planner(CelAbstractSyntaxTree ast, Map<String, Variable> variables) {
    this.ast = ast;
    this.variables = variables;
    this.slots = variables.size();
  }

  Node plan() {
    Planned root = plan(ast.getExpr(), null);
    return used(root);
  }

  int slots() {
    return slots;
  }

  /** The paths read, without those that a shorter one covers. */
  Set<CelPath> reads() {
    Set<CelPath> shortest = new TreeSet<>();
    for (CelPath path : reads) {
      if (reads.stream().noneMatch(other -> !other.equals(path) && other.covers(path))) {
        shortest.add(path);
      }
    }
    return shortest;
  }

  List<EvalError> invalidConstants() {
    return invalidConstants;
  }

  List<LimitExceeded> largeConstants() {
    return largeConstants;
  }

  private Node used(Planned planned) {
    reads.addAll(planned.flow.paths());
    return planned.node;
  }

  private Planned plan(CelExpr expr, @Nullable Scope scope) {
    return switch (expr.getKind()) {
      case CONSTANT -> new Planned(constant(expr.id(), expr.constant()), Flow.NOWHERE);
      case IDENT -> ident(expr, scope);
      case SELECT -> select(expr, scope);
      case CALL -> call(expr, scope);
      case LIST -> list(expr, scope);
      case MAP -> map(expr, scope);
      case COMPREHENSION -> comprehension(expr, scope);
      case STRUCT, NOT_SET ->
          throw EvalError.of(
              "unsupported-expression",
              expr.id(),
              "messages cannot be built here",
              "write a map: {\"field\": value}");
    };
  }

  private static Node constant(long id, CelConstant constant) {
    return new Node.Constant(
        id,
        switch (constant.getKind()) {
          case NULL_VALUE, NOT_SET -> null;
          case BOOLEAN_VALUE -> constant.booleanValue();
          case INT64_VALUE -> constant.int64Value();
          case UINT64_VALUE -> constant.uint64Value();
          case DOUBLE_VALUE -> constant.doubleValue();
          case STRING_VALUE -> constant.stringValue();
          case BYTES_VALUE -> constant.bytesValue();
          default -> throw new IllegalStateException("a constant of " + constant.getKind());
        });
  }

  private Planned ident(CelExpr expr, @Nullable Scope scope) {
    String name = expr.ident().name();
    if (!name.startsWith(".")) {
      Scope.Local local = Scope.find(scope, name);
      if (local != null) {
        local.used = true;
        return new Planned(new Node.Local(expr.id(), local.slot), local.flow);
      }
    } else {
      name = name.substring(1);
    }
    Variable variable = variables.get(name);
    if (variable != null) {
      return new Planned(
          new VariableNode(expr.id(), name, variable.type, variable.absentAsNull, variable.slot),
          new Flow(Set.of(new CelPath(name)), variable.absentAsNull));
    }
    return namedType(expr, name);
  }

  private Planned namedType(CelExpr expr, String name) {
    CelReference reference = ast.getReferenceMap().get(expr.id());
    String full = reference == null || reference.name().isEmpty() ? name : reference.name();
    if (reference != null && reference.value().isPresent()) {
      return new Planned(constant(expr.id(), reference.value().get()), Flow.NOWHERE);
    }
    ValueType type =
        ValueType.byCelName(full)
            .orElseThrow(() ->
                EvalError.of(
                    "unsupported-expression",
                    expr.id(),
                    "\"" + full + "\" is no value",
                    "compare type(x) with int, string, list, map and so on"));
    return new Planned(new Node.Constant(expr.id(), type), Flow.NOWHERE);
  }

  private Planned select(CelExpr expr, @Nullable Scope scope) {
    if (ast.getReferenceMap().containsKey(expr.id())) {
      return namedType(expr, expr.select().field());
    }
    CelExpr operand = expr.select().operand();
    return field(
        expr, plan(operand, scope), operand, expr.select().field(), expr.select().testOnly());
  }

  private Planned field(
      CelExpr expr, Planned operand, CelExpr operandExpr, String field, boolean testOnly) {
    StringBuilder path = new StringBuilder(describe(operandExpr, operand.flow));
    CelPath.appendField(path, field);
    SelectNode.Hop hop = new SelectNode.Hop(expr.id(), field, path.toString());
    Flow flow = operand.flow.down(p -> p.field(field));
    boolean lenient = flow.absentAsNull();
    if (testOnly) {
      reads.addAll(flow.paths());
      return new Planned(new SelectNode.Has(operand.node, hop, lenient), Flow.NOWHERE);
    }
    Node node =
        operand.node instanceof SelectNode chain
            ? chain.then(hop, lenient)
            : new SelectNode(operand.node, List.of(hop), lenient);
    return new Planned(node, flow);
  }

  /** How a message calls the value of an expression. */
  private static String describe(CelExpr expr, Flow flow) {
    if (flow.paths().size() == 1) {
      return flow.paths().iterator().next().toString();
    }
    return switch (expr.getKind()) {
      case IDENT -> expr.ident().name();
      case SELECT -> describe(expr.select().operand(), Flow.NOWHERE) + "." + expr.select().field();
      case CALL -> {
        String name = expr.call().function();
        yield name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '.')
            ? name + "(…)"
            : "(…)";
      }
      default -> "(…)";
    };
  }

  private Planned list(CelExpr expr, @Nullable Scope scope) {
    List<LiteralNode.Item> items = new ArrayList<>();
    boolean lenient = false;
    Set<Integer> optional = Set.copyOf(expr.list().optionalIndices());
    for (CelExpr element : expr.list().elements()) {
      Planned planned = plan(element, scope);
      lenient |= planned.flow.absentAsNull();
      items.add(new LiteralNode.Item(used(planned), optional.contains(items.size())));
    }
    return new Planned(new LiteralNode.ListLiteral(expr.id(), items), Flow.made(lenient));
  }

  private Planned map(CelExpr expr, @Nullable Scope scope) {
    List<LiteralNode.Entry> entries = new ArrayList<>();
    boolean lenient = false;
    for (CelExpr.CelMap.Entry entry : expr.map().entries()) {
      Node key = used(plan(entry.key(), scope));
      Planned value = plan(entry.value(), scope);
      lenient |= value.flow.absentAsNull();
      entries.add(
          new LiteralNode.Entry(key, new LiteralNode.Item(used(value), entry.optionalEntry())));
    }
    return new Planned(new LiteralNode.MapLiteral(expr.id(), entries), Flow.made(lenient));
  }

  private Planned comprehension(CelExpr expr, @Nullable Scope scope) {
    CelComprehension loop = expr.comprehension();
    Planned range = plan(loop.iterRange(), scope);
    Planned init = plan(loop.accuInit(), scope);
    boolean isBinding = isEmptyList(loop.iterRange());
    boolean lenient = range.flow.absentAsNull();
    Flow accuFlow =
        isBinding
            ? init.flow
            : Flow.made(lenient || init.flow.absentAsNull() || mentionsLenient(loop, scope));
    if (!isBinding) {
      reads.addAll(init.flow.paths());
    }

    Flow elements = range.flow.down(CelPath::each);
    boolean two = !loop.iterVar2().isEmpty();
    Scope.Local first = new Scope.Local(slots++, two ? range.flow : elements);
    Scope.Local accu = new Scope.Local(slots++, accuFlow);
    Scope.Local second = new Scope.Local(two ? slots++ : -1, elements);
    Scope withAccu = Scope.with(scope, loop.accuVar(), accu);
    Scope inner = Scope.with(withAccu, loop.iterVar(), first);
    if (two) {
      inner = Scope.with(inner, loop.iterVar2(), second);
    }
    Node condition = used(plan(loop.loopCondition(), inner));
    Node step = used(plan(loop.loopStep(), inner));
    if (!first.used && !second.used) {
      // Nothing looks at the elements, but how many there are still matters.
      reads.addAll(range.flow.paths());
    }
    Planned result = plan(loop.result(), withAccu);
    ComprehensionNode node =
        new ComprehensionNode(
            expr.id(),
            new ComprehensionNode.Slots(first.slot, second.slot, accu.slot),
            range.node,
            start(loop, isBinding),
            init.node,
            condition,
            step,
            result.node,
            lenient);
    return new Planned(node, result.flow);
  }

  private static ComprehensionNode.Start start(CelComprehension loop, boolean isBinding) {
    if (isBinding) {
      return ComprehensionNode.Start.VALUE;
    }
    if (isEmptyList(loop.accuInit())) {
      return ComprehensionNode.Start.EMPTY_LIST;
    }
    return loop.accuInit().getKind() == CelExpr.ExprKind.Kind.MAP
            && loop.accuInit().map().entries().isEmpty()
        ? ComprehensionNode.Start.EMPTY_MAP
        : ComprehensionNode.Start.VALUE;
  }

  private static boolean isEmptyList(CelExpr expr) {
    return expr.getKind() == CelExpr.ExprKind.Kind.LIST && expr.list().elements().isEmpty();
  }

  /** Whether a part of the loop's body may bring in a value whose absent paths read as null. */
  private boolean mentionsLenient(CelComprehension loop, @Nullable Scope scope) {
    return mentionsLenient(loop.loopStep(), scope) || mentionsLenient(loop.accuInit(), scope);
  }

  private boolean mentionsLenient(CelExpr expr, @Nullable Scope scope) {
    return switch (expr.getKind()) {
      case IDENT -> {
        String name = expr.ident().name();
        Scope.Local local = Scope.find(scope, name);
        Variable variable = variables.get(name);
        yield local != null
            ? local.flow.absentAsNull()
            : variable != null && variable.absentAsNull();
      }
      case SELECT -> mentionsLenient(expr.select().operand(), scope);
      case CALL ->
          expr.call().target().stream().anyMatch(e -> mentionsLenient(e, scope))
              || expr.call().args().stream().anyMatch(e -> mentionsLenient(e, scope));
      case LIST -> expr.list().elements().stream().anyMatch(e -> mentionsLenient(e, scope));
      case MAP ->
          expr.map().entries().stream().anyMatch(entry -> mentionsLenient(entry.value(), scope));
      case COMPREHENSION ->
          mentionsLenient(expr.comprehension().iterRange(), scope)
              || mentionsLenient(expr.comprehension(), scope)
              || mentionsLenient(expr.comprehension().result(), scope);
      case CONSTANT, STRUCT, NOT_SET -> false;
    };
  }

  private Planned call(CelExpr expr, @Nullable Scope scope) {
    CelCall call = expr.call();
    List<CelExpr> argExprs = new ArrayList<>();
    call.target().ifPresent(argExprs::add);
    argExprs.addAll(call.args());
    List<Planned> args = argExprs.stream().map(arg -> plan(arg, scope)).toList();
    long id = expr.id();
    return switch (call.function()) {
      case "_?_:_" ->
          new Planned(
              new LogicNode.Conditional(id, used(args.get(0)), args.get(1).node, args.get(2).node),
              args.get(1).flow.or(args.get(2).flow));
      case "_[_]" -> index(expr, argExprs, args, false);
      case "_[?_]" -> index(expr, argExprs, args, true);
      case "_?._" -> optionalField(expr, args);
      case "or", "orValue" ->
          new Planned(
              new LogicNode.OptionalOr(
                  id, args.get(0).node, args.get(1).node, call.function().equals("orValue")),
              args.get(0).flow.or(args.get(1).flow));
      // What these give is what they got.
      case "dyn", "optional.of", "optional.ofNonZeroValue", "value" ->
          new Planned(
              new CallNode(
                  id,
                  Functions.named(call.function(), args.size(), call.target().isPresent()),
                  new Node[] {args.get(0).node}),
              args.get(0).flow);
      default -> {
        boolean lenient = args.stream().anyMatch(arg -> arg.flow.absentAsNull());
        Node[] nodes = args.stream().map(this::used).toArray(Node[]::new);
        yield new Planned(operation(id, call, nodes), Flow.made(lenient));
      }
    };
  }

  private Planned index(
      CelExpr expr, List<CelExpr> argExprs, List<Planned> args, boolean optional) {
    Planned operand = args.get(0);
    Node key = used(args.get(1));
    boolean lenient = operand.flow.absentAsNull();
    if (key instanceof Node.Constant constant && constant.value() instanceof String field) {
      return optional
          ? new Planned(
              new IndexNode(
                  expr.id(),
                  operand.node,
                  key,
                  true,
                  lenient,
                  describe(argExprs.get(0), operand.flow)),
              operand.flow.down(path -> path.field(field)))
          : field(expr, operand, argExprs.get(0), field, false);
    }
    Flow flow;
    if (key instanceof Node.Constant) {
      flow = operand.flow.down(CelPath::each);
    } else {
      reads.addAll(operand.flow.paths());
      flow = Flow.made(lenient);
    }
    return new Planned(
        new IndexNode(
            expr.id(),
            operand.node,
            key,
            optional,
            lenient,
            describe(argExprs.get(0), operand.flow)),
        flow);
  }

  private static Planned optionalField(CelExpr expr, List<Planned> args) {
    String field = expr.call().args().get(1).constant().stringValue();
    return new Planned(
        new SelectNode.OptionalField(expr.id(), args.get(0).node, field),
        args.get(0).flow.down(path -> path.field(field)));
  }

  private Node operation(long id, CelCall call, Node[] args) {
    return switch (call.function()) {
      case "_&&_" -> new LogicNode(id, args[0], args[1], false);
      case "_||_" -> new LogicNode(id, args[0], args[1], true);
      case "!_" -> new LogicNode.Not(id, args[0]);
      case "@not_strictly_false" -> new LogicNode.NotStrictlyFalse(id, args[0]);
      case "_==_" -> new OperatorNode.Equal(id, args[0], args[1], true);
      case "_!=_" -> new OperatorNode.Equal(id, args[0], args[1], false);
      case "_<_" -> new OperatorNode.Compare(id, args[0], args[1], Order.LESS);
      case "_<=_" -> new OperatorNode.Compare(id, args[0], args[1], Order.LESS_OR_EQUAL);
      case "_>_" -> new OperatorNode.Compare(id, args[0], args[1], Order.GREATER);
      case "_>=_" -> new OperatorNode.Compare(id, args[0], args[1], Order.GREATER_OR_EQUAL);
      case "@in" -> new OperatorNode.In(id, args[0], args[1]);
      case "matches" -> matches(id, args);
      default ->
          new CallNode(
              id, Functions.named(call.function(), args.length, call.target().isPresent()), args);
    };
  }

  /** A constant pattern is compiled here, once, and refused here when it is wrong. */
  private Node matches(long id, Node[] args) {
    if (args[1] instanceof Node.Constant constant && constant.value() instanceof String regex) {
      try {
        Pattern pattern = TextFunctions.compile(constant.id, regex);
        return new CallNode(
            id,
            (frame, at, values) -> {
              if (values[0] instanceof String text) {
                return TextFunctions.matches(frame, at, text, pattern);
              }
              throw Node.noOverload(at, "matches()", values);
            },
            args);
      } catch (EvalError e) {
        invalidConstants.add(e);
      } catch (LimitExceeded e) {
        largeConstants.add(e);
      }
    }
    return new CallNode(id, Functions.named("matches", args.length, true), args);
  }
}
