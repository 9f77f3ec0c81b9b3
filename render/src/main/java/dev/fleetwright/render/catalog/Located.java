package dev.fleetwright.render.catalog;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;

/** Puts problems that were found in plain values at their places in the document. */
public final class Located {

  private Located() {}

  /** A problem with a path relative to the node; an unknown field shows at its key. */
  public static Problem in(Node node, Problem problem) {
    if (problem.code().equals("unknown-field")) {
      Node field = node.at(problem.path());
      if (field != null) {
        return node.relocate(problem).at(field.keyPlace());
      }
    }
    return node.relocate(problem);
  }
}
