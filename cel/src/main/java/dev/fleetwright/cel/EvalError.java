package dev.fleetwright.cel;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An error of CEL itself, which {@code &&} and {@code ||} may still absorb. Never leaves here. */
final class EvalError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  final String code;
  final String path;
  final String text;
  private final Supplier<String> nextStep;
  final long exprId;
  final boolean absent;

  EvalError(String code, String path, String text, String nextStep, long exprId, boolean absent) {
    this(code, path, text, () -> nextStep, exprId, absent);
  }

  /**
   * With a next step that is only worked out when somebody will read it: errors inside exists() are
   * many and mostly forgotten.
   */
  EvalError(
      String code,
      String path,
      String text,
      Supplier<String> nextStep,
      long exprId,
      boolean absent) {
    super(text, null, false, false);
    this.code = code;
    this.path = path;
    this.text = text;
    this.nextStep = nextStep;
    this.exprId = exprId;
    this.absent = absent;
  }

  String nextStep() {
    return nextStep.get();
  }

  static EvalError of(String code, long exprId, @Nullable String message, String nextStep) {
    return new EvalError(
        code, "", message == null ? "the evaluation failed" : message, nextStep, exprId, false);
  }
}
