package dev.fleetwright.documents;

import dev.fleetwright.model.Problem;
import java.math.BigInteger;

/** Values whose shape is not ours to know: kept as they are, checked for what JSON can carry. */
final class FreeForm extends ValueReader {

  /** Gives {@link Node#plain()}; a null inside stays null, a null itself is a value too. */
  static final FreeForm PLAIN = new FreeForm(false);

  /** Gives the node, with its places. */
  static final FreeForm NODE = new FreeForm(true);

  private final boolean keepsNode;

  private FreeForm(boolean keepsNode) {
    this.keepsNode = keepsNode;
  }

  @Override
  Object read(Node node, Problems problems) {
    if (!check(node, problems)) {
      return FAILED;
    }
    if (keepsNode) {
      return node;
    }
    Object plain = node.plain();
    return plain == null ? wrongType(node, problems) : plain;
  }

  @Override
  String wanted() {
    return "a value";
  }

  /**
   * Warns of what YAML 1.1 reads otherwise; false when there is a number that JSON cannot carry.
   */
  static boolean check(Node node, Problems problems) {
    switch (node) {
      case MappingNode mapping -> {
        boolean sound = true;
        for (Node child : mapping.children().values()) {
          sound &= check(child, problems);
        }
        return sound;
      }
      case SequenceNode sequence -> {
        boolean sound = true;
        for (Node item : sequence.items()) {
          sound &= check(item, problems);
        }
        return sound;
      }
      case ScalarNode scalar -> {
        Problem ambiguity = scalar.ambiguity();
        if (ambiguity != null) {
          problems.add(ambiguity);
        }
        boolean beyond =
            scalar.value() instanceof BigInteger
                || (scalar.value() instanceof Double number && !Double.isFinite(number));
        if (beyond) {
          reportNumber(scalar, problems);
        }
        return !beyond;
      }
    }
  }

  static void reportNumber(ScalarNode scalar, Problems problems) {
    problems.error(() ->
        scalar.problem(
            "out-of-range",
            scalar.value() instanceof BigInteger
                ? "the number " + Words.cut(scalar.text()) + " does not fit into 64 bits"
                : Words.cut(scalar.text()) + " is no number that JSON can carry",
            "write a number in range, or put it in quotes if it is text"));
  }
}
