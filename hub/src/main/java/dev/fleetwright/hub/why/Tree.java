package dev.fleetwright.hub.why;

import java.util.ArrayList;
import java.util.List;

/** A finding and what it rests on. */
public record Tree(String text, Mark mark, List<Tree> children) {

  /** How a finding stands. */
  public enum Mark {
    OK,
    /** On its way. */
    WAITING,
    BAD,
    /** Neither good nor bad. */
    NOTE,
    /** What people can do about the finding above it. */
    TO_DO
  }

  public Tree {
    children = List.copyOf(children);
  }

  public static Tree leaf(String text, Mark mark) {
    return new Tree(text, mark, List.of());
  }

  /** What to do about the finding that this becomes a child of. */
  static Tree toDo(String text) {
    return leaf("to do: " + text, Mark.TO_DO);
  }

  /** The worst of marks, of which notes do not count. */
  static Mark worst(List<Tree> trees) {
    if (trees.stream().anyMatch(tree -> tree.mark == Mark.BAD)) {
      return Mark.BAD;
    }
    return trees.stream().anyMatch(tree -> tree.mark == Mark.WAITING) ? Mark.WAITING : Mark.OK;
  }

  /** Whether it or anything below it stands so. */
  public boolean has(Mark wanted) {
    return mark == wanted || children.stream().anyMatch(child -> child.has(wanted));
  }

  /**
   * The deepest causes: findings that are bad and have nothing bad below them; where nothing is
   * bad, those that are waited for. Each once, in the order of the tree.
   */
  public List<Tree> causes() {
    Mark wanted = has(Mark.BAD) ? Mark.BAD : Mark.WAITING;
    List<Tree> found = new ArrayList<>();
    collect(wanted, found);
    return found.stream().distinct().toList();
  }

  private void collect(Mark wanted, List<Tree> found) {
    boolean below = children.stream().anyMatch(child -> child.has(wanted));
    if (mark == wanted && !below) {
      found.add(this);
    }
    children.forEach(child -> child.collect(wanted, found));
  }

  /** What can be done about it, from the nearest place that says so. */
  public List<String> toDo() {
    return children.stream().filter(c -> c.mark == Mark.TO_DO).map(Tree::text).toList();
  }

  /** Without what is below findings that are in order; the first finding stays open. */
  public Tree folded() {
    return new Tree(
        text,
        mark,
        children.stream()
            .map(child ->
                child.has(Mark.BAD) || child.has(Mark.WAITING)
                    ? child.folded()
                    : child.mark == Mark.OK ? leaf(child.text, child.mark) : child)
            .toList());
  }
}
