package dev.fleetwright.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds expressions whose types double with every macro, such as {@code l.map(a, {a: a}).map(b, {b:
 * b})…}: a map's type holds the types of its key and of its value, and the checker would spend
 * exponential time on them.
 */
final class TypeGrowth {

  /** So many doublings are harmless, and more than any sensible expression has. */
  static final int MOST_DOUBLINGS = 8;

  private TypeGrowth() {}

  /** How often the type of any part of the expression has doubled. */
  static int doublings(CelExpr expr) {
    return doublings(expr, Map.of());
  }

  private static int doublings(CelExpr expr, Map<String, Integer> scope) {
    return switch (expr.getKind()) {
      case IDENT -> scope.getOrDefault(expr.ident().name(), 0);
      case SELECT -> doublings(expr.select().operand(), scope);
      case CALL -> {
        int most = 0;
        if (expr.call().target().isPresent()) {
          most = doublings(expr.call().target().get(), scope);
        }
        yield Math.max(most, most(expr.call().args(), scope));
      }
      case LIST -> most(expr.list().elements(), scope);
      case MAP -> {
        int most = 0;
        boolean computedKey = false;
        for (CelExpr.CelMap.Entry entry : expr.map().entries()) {
          computedKey |= entry.key().getKind() != CelExpr.ExprKind.Kind.CONSTANT;
          most = Math.max(most, doublings(entry.key(), scope));
          most = Math.max(most, doublings(entry.value(), scope));
        }
        yield computedKey ? most + 1 : most;
      }
      case COMPREHENSION -> comprehension(expr.comprehension(), scope);
      case CONSTANT, STRUCT, NOT_SET -> 0;
    };
  }

  private static int comprehension(CelComprehension loop, Map<String, Integer> scope) {
    int range = doublings(loop.iterRange(), scope);
    int init = doublings(loop.accuInit(), scope);
    Map<String, Integer> inner = new HashMap<>(scope);
    inner.put(loop.accuVar(), Math.max(range, init));
    inner.put(loop.iterVar(), range);
    inner.put(loop.iterVar2(), range);
    int step = doublings(loop.loopStep(), inner);
    inner.put(loop.accuVar(), Math.max(step, init));
    return Math.max(
        step, Math.max(doublings(loop.loopCondition(), inner), doublings(loop.result(), inner)));
  }

  private static int most(Iterable<CelExpr> exprs, Map<String, Integer> scope) {
    int most = 0;
    for (CelExpr expr : exprs) {
      most = Math.max(most, doublings(expr, scope));
    }
    return most;
  }
}
