package dev.fleetwright.hub.why;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.placement.kinds.Condition;
import dev.fleetwright.placement.kinds.ManifestWorkStatus;
import dev.fleetwright.placement.kinds.ManifestWorkStatus.ManifestCondition;
import java.util.ArrayList;
import java.util.List;

/** What an agent has said about a work, as trees. */
public final class WorkTrees {

  private WorkTrees() {}

  static String title(ManifestWork work) {
    return "work "
        + work.getMetadata().getName()
        + " at "
        + work.getMetadata().getNamespace()
        + ": "
        + work.getSpec().manifests().size()
        + " objects";
  }

  /** A work that belongs to no world. */
  public static Tree alone(ManifestWork work) {
    List<Tree> children = of(work);
    return new Tree(title(work), worst(children), children);
  }

  static List<Tree> of(ManifestWork work) {
    List<Tree> children = new ArrayList<>();
    ManifestWorkStatus status = work.getStatus();
    if (status == null || status.conditions().isEmpty()) {
      children.add(Tree.leaf("the agent has not reported yet", Mark.WAITING));
      return children;
    }
    status.conditions().forEach(condition -> children.add(condition("", condition)));
    if (status.resourceStatus() != null) {
      for (ManifestCondition manifest : status.resourceStatus().manifests()) {
        manifest.conditions().stream()
            .filter(condition -> isBad(condition) || condition.status().equals("Unknown"))
            .forEach(condition ->
                children.add(
                    condition(
                        manifest.resourceMeta().kind()
                            + " "
                            + manifest.resourceMeta().name()
                            + ": ",
                        condition)));
      }
    }
    return children;
  }

  private static Tree condition(String of, Condition condition) {
    return Tree.leaf(
        of
            + condition.type()
            + " is "
            + condition.status()
            + " ("
            + condition.reason()
            + "): "
            + condition.message(),
        isBad(condition)
            ? Mark.BAD
            : condition.status().equals("Unknown") ? Mark.WAITING : Mark.OK);
  }

  /** A conflict is bad when there is one; the others when they do not hold. */
  private static boolean isBad(Condition condition) {
    return condition.status().equals(condition.type().equals("Conflict") ? "True" : "False");
  }

  static Mark worst(List<Tree> children) {
    if (children.stream().anyMatch(child -> child.mark() == Mark.BAD)) {
      return Mark.BAD;
    }
    return children.stream().anyMatch(child -> child.mark() == Mark.WAITING)
        ? Mark.WAITING
        : Mark.OK;
  }
}
