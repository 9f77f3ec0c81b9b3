package dev.fleetwright.hub.why;

import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Removal;
import dev.fleetwright.release.RuleTrace;
import java.util.ArrayList;
import java.util.List;

/** What one rule did, as a tree. */
final class RuleTrees {

  private RuleTrees() {}

  static Tree of(RuleTrace rule) {
    List<Tree> children = new ArrayList<>();
    if (!rule.kept().isEmpty()) {
      children.add(Tree.leaf("keeps " + String.join(", ", rule.kept()), Mark.OK));
    }
    rule.removed().forEach(removal -> children.add(removal(removal)));
    rule.notes().forEach(note -> children.add(Tree.leaf(note.message(), Mark.NOTE)));
    return new Tree(
        "rule "
            + rule.rule()
            + (rule.policy().isEmpty() ? "" : " of " + rule.policy())
            + (rule.decisive() ? "" : " (not decisive)"),
        Mark.NOTE,
        children);
  }

  private static Tree removal(Removal removal) {
    Reason reason = removal.reason();
    List<Tree> children = new ArrayList<>();
    reason.evidence().forEach(fact -> children.add(Tree.leaf(fact, Mark.NOTE)));
    if (reason.actionRequired() != null) {
      children.add(Tree.toDo(reason.actionRequired()));
    }
    return new Tree(
        "removes " + removal.release() + ": " + reason.message() + " [" + reason.code() + "]",
        Mark.NOTE,
        children);
  }
}
