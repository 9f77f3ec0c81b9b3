package dev.fleetwright.hub.why;

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
    NOTE
  }

  public Tree {
    children = List.copyOf(children);
  }

  public static Tree leaf(String text, Mark mark) {
    return new Tree(text, mark, List.of());
  }
}
