package dev.fleetwright.cel;

import org.jspecify.annotations.Nullable;

/** An error of CEL itself, which {@code &&} and {@code ||} may still absorb. Never leaves here. */
final class EvalError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  final String code;
  final String path;
  final String text;
  final String nextStep;
  final long exprId;
  final boolean absent;

  EvalError(
      String code, String path, String text, String nextStep, long exprId, boolean absent) {
    super(text, null, false, false);
    this.code = code;
    this.path = path;
    this.text = text;
    this.nextStep = nextStep;
    this.exprId = exprId;
    this.absent = absent;
  }

  static EvalError of(String code, long exprId, @Nullable String message, String nextStep) {
    return new EvalError(
        code, "", message == null ? "the evaluation failed" : message, nextStep, exprId, false);
  }
}
