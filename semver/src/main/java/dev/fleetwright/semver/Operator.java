package dev.fleetwright.semver;

/** What may stand before a version in a range. */
enum Operator {
  EQUAL(""),
  NOT_EQUAL("!="),
  LESS("<"),
  AT_MOST("<="),
  GREATER(">"),
  AT_LEAST(">="),
  TILDE("~"),
  CARET("^");

  final String sign;

  Operator(String sign) {
    this.sign = sign;
  }
}
