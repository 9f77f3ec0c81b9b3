package dev.fleetwright.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.parser.CelParserBuilder;
import java.util.Optional;

/**
 * {@code list.sortBy(x, key)}. The library's own macro types its result as pairs of key and value,
 * so that {@code l.sortBy(x, x.n).map(x, x.n)} does not compile; here the result is dynamic.
 */
final class SortByMacro implements CelCompilerLibrary {

  static final String NAME = "sortBy";

  @Override
  public void setParserOptions(CelParserBuilder builder) {
    builder.addMacros(CelMacro.newReceiverMacro(NAME, 2, SortByMacro::expand));
  }

  /** Collects [key, element] pairs, and hands them to the function that sorts by the keys. */
  private static Optional<CelExpr> expand(
      CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
    CelExpr variable = arguments.get(0);
    if (variable.getKind() != CelExpr.ExprKind.Kind.IDENT) {
      return Optional.of(
          factory.reportError(
              CelIssue.formatError(
                  factory.getSourceLocation(variable),
                  "the first argument must be a simple name")));
    }
    String accumulator = factory.getAccumulatorVarName();
    CelExpr pair = factory.newList(arguments.get(1), variable);
    CelExpr append =
        factory.newGlobalCall("_+_", factory.newIdentifier(accumulator), factory.newList(pair));
    CelExpr pairs =
        factory.fold(
            variable.ident().name(),
            target,
            accumulator,
            factory.newList(),
            factory.newBoolLiteral(true),
            append,
            factory.newIdentifier(accumulator));
    return Optional.of(
        factory.newGlobalCall("dyn", factory.newGlobalCall("lists.@sortByAssociatedKeys", pairs)));
  }
}
