package dev.fleetwright.documents;

import org.jspecify.annotations.Nullable;

/** Makes a value of one Java type from a node, and reports why not. */
abstract class ValueReader {

  private enum Failure {
    FAILED
  }

  /** Stands for a value that could not be made; the reason has been reported. */
  static final Object FAILED = Failure.FAILED;

  static boolean failed(@Nullable Object value) {
    return value instanceof Failure;
  }

  /** The value, or {@link #FAILED}. Never asked for a null of an optional component. */
  abstract Object read(Node node, Problems problems);

  /** What is wanted, for messages: {@code a string}. */
  abstract String wanted();

  /** What an absent value becomes; null when there is no such thing. */
  @Nullable Object absent() {
    return null;
  }

  /** Whether the value is written as text, so that a default is taken as it stands. */
  boolean isText() {
    return false;
  }

  final Object wrongType(Node node, Problems problems) {
    return wrongType(node, "", problems);
  }

  final Object wrongType(Node node, String nextStep, Problems problems) {
    problems.error(() -> {
      String message = "wanted " + wanted() + ", found " + node.described();
      boolean nothing = node instanceof ScalarNode scalar && scalar.kind() == ScalarNode.Kind.NULL;
      return nothing
          ? node.keyProblem("wrong-type", message, nextStep)
          : node.problem("wrong-type", message, nextStep);
    });
    return FAILED;
  }
}
