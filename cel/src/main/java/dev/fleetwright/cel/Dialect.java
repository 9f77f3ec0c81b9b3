package dev.fleetwright.cel;

import dev.cel.checker.CelStandardDeclarations.StandardFunction;
import dev.cel.common.CelOptions;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensionLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntimeLibrary;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The CEL that all our expressions speak: the standard functions and macros, and the extensions
 * without clock, randomness or bindings ({@code cel.bind} multiplies for no gain).
 */
final class Dialect {

  static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .enableHiddenAccumulatorVar(true)
          .enableQuotedIdentifierSyntax(true)
          .build();

  private static final SortedSet<String> FUNCTION_NAMES = collectFunctionNames();

  private Dialect() {}

  static List<CelCompilerLibrary> compilerLibraries() {
    return List.of(
        CelExtensions.optional(),
        CelExtensions.strings(),
        CelExtensions.math(),
        CelExtensions.lists(CelListsExtensions.Function.values()),
        new SortByMacro(),
        CelExtensions.sets(OPTIONS),
        CelExtensions.comprehensions(),
        CelExtensions.encoders(OPTIONS));
  }

  /** All functions and macros that can be written in an expression, without the operators. */
  static SortedSet<String> functionNames() {
    return FUNCTION_NAMES;
  }

  private static SortedSet<String> collectFunctionNames() {
    SortedSet<String> names = new TreeSet<>();
    for (StandardFunction function : StandardFunction.values()) {
      names.add(function.functionDecl().name());
    }
    for (CelStandardMacro macro : CelStandardMacro.values()) {
      names.add(macro.getFunction());
    }
    for (CelCompilerLibrary library : compilerLibraries()) {
      if (library instanceof CelExtensionLibrary.FeatureSet features) {
        features.functions().forEach(function -> names.add(function.name()));
        features.macros().forEach(macro -> names.add(macro.getFunction()));
      }
    }
    names.add(SortByMacro.NAME);
    // These two macros are called on the namespace "math".
    names.removeAll(Set.of("greatest", "least"));
    names.addAll(Set.of("math.greatest", "math.least"));
    names.removeIf(name -> !name.matches("[A-Za-z][A-Za-z0-9.]*"));
    return Collections.unmodifiableSortedSet(names);
  }

  static List<CelRuntimeLibrary> runtimeLibraries() {
    return List.of(
        CelExtensions.optional(),
        CelExtensions.strings(),
        CelExtensions.math(),
        CelExtensions.lists(),
        CelExtensions.sets(OPTIONS),
        CelExtensions.comprehensions(),
        CelExtensions.encoders(OPTIONS));
  }
}
