package dev.fleetwright.hub.why;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.kinds.Condition;
import dev.fleetwright.placement.kinds.ManifestWorkStatus;
import dev.fleetwright.placement.kinds.ManifestWorkStatus.ManifestCondition;
import dev.fleetwright.placement.kinds.ManifestWorkStatus.ResourceMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

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
    return of(work, title(work));
  }

  /** A work with what its agent says of it. */
  static Tree of(ManifestWork work, String title) {
    List<Tree> children = of(work);
    return new Tree(title, Tree.worst(children), children);
  }

  /** What the agent says of one object of a work. */
  static Tree of(ManifestWork work, ObjectKey object, String title) {
    ManifestWorkStatus status = work.getStatus();
    List<Tree> children = new ArrayList<>();
    if (status != null && status.resourceStatus() != null) {
      for (ManifestCondition manifest : status.resourceStatus().manifests()) {
        ResourceMeta meta = manifest.resourceMeta();
        if (object.name().equals(meta.name())
            && object.resource().equals(meta.resource())
            && object.group().equals(Objects.requireNonNullElse(meta.group(), ""))
            && object.namespace().equals(Objects.requireNonNullElse(meta.namespace(), ""))) {
          manifest.conditions().forEach(condition -> children.add(condition("", condition)));
        }
      }
    }
    if (children.isEmpty()) {
      children.add(Tree.leaf("the agent has not reported on it yet", Mark.WAITING));
    }
    children.replaceAll(
        child -> isWithoutNamespace(child, object) ? withoutNamespace(child, object) : child);
    return new Tree(title, Tree.worst(children), children);
  }

  /** An object is sent without its namespace, which must be selected as well. */
  private static boolean isWithoutNamespace(Tree condition, ObjectKey object) {
    return condition.mark() == Mark.BAD
        && condition.text().contains("namespaces \"" + object.namespace() + "\" not found");
  }

  private static Tree withoutNamespace(Tree condition, ObjectKey object) {
    return new Tree(
        condition.text(),
        condition.mark(),
        List.of(
            Tree.toDo(
                "let a BindingPolicy send the Namespace too: fleetwright why namespace/"
                    + object.namespace())));
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
            .forEach(condition -> children.add(condition(manifest.resourceMeta(), condition)));
      }
    }
    return children;
  }

  private static Tree condition(ResourceMeta of, Condition condition) {
    Tree tree = condition(of.kind() + " " + of.name() + ": ", condition);
    return tree.mark() != Mark.BAD
        ? tree
        : new Tree(
            tree.text(),
            tree.mark(),
            List.of(
                Tree.toDo(
                    "fleetwright why "
                        + String.valueOf(of.kind()).toLowerCase(Locale.ROOT)
                        + "/"
                        + of.name()
                        + (of.namespace() == null || of.namespace().isEmpty()
                            ? ""
                            : " -n " + of.namespace()))));
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
}
