package dev.fleetwright.cel;

/** A limit stops the whole evaluation: nothing absorbs it. Never leaves this package. */
final class LimitExceeded extends RuntimeException {

  private static final long serialVersionUID = 1L;

  final String code;
  final String text;
  final String nextStep;
  final long exprId;

  private LimitExceeded(String code, String text, String nextStep, long exprId) {
    super(text, null, false, false);
    this.code = code;
    this.text = text;
    this.nextStep = nextStep;
    this.exprId = exprId;
  }

  static LimitExceeded iterations(CelLimits limits, long exprId) {
    return new LimitExceeded(
        "too-many-iterations",
        "the expression was stopped after " + grouped(limits.iterations()) + " iterations",
        "iterate over a shorter list, or nest fewer macros; rounds of nested ones count together",
        exprId);
  }

  static LimitExceeded steps(CelLimits limits, long exprId) {
    return new LimitExceeded(
        "too-much-work",
        "the expression was stopped after " + grouped(limits.steps()) + " steps of work",
        "compare or build less: nested macros, long strings and large lists cost the most",
        exprId);
  }

  static LimitExceeded text(CelLimits limits, long exprId) {
    return new LimitExceeded(
        "text-too-long",
        "a string would be longer than " + grouped(limits.textLength()) + " characters",
        "build a shorter string",
        exprId);
  }

  static LimitExceeded elements(CelLimits limits, long exprId) {
    return new LimitExceeded(
        "list-too-long",
        "a list or map would have more than " + grouped(limits.elements()) + " elements",
        "build a smaller one, for example by a filter",
        exprId);
  }

  static LimitExceeded result(String message, long exprId) {
    return new LimitExceeded(
        "result-too-large", message, "return less, for example single fields", exprId);
  }

  static LimitExceeded depth(long exprId) {
    return new LimitExceeded(
        "value-too-deep",
        "a value is nested deeper than " + Frame.DEEPEST_VALUE + " levels",
        "flatten the value, or read a part of it",
        exprId);
  }

  static LimitExceeded regex(String message, long exprId) {
    return new LimitExceeded("regex-too-large", message, "use a shorter pattern", exprId);
  }

  static String grouped(long number) {
    return String.format(java.util.Locale.ROOT, "%,d", number);
  }
}
