package dev.fleetwright.release;

import java.util.List;

/**
 * What one rule did.
 *
 * @param policy the policy it comes from; empty for what holds without one (Freeze, Pin)
 * @param decisive whether the verdict rests on it: false for rules that come after the one that
 *     left nothing, which are shown what that one saw
 * @param kept the candidates it accepted, oldest first
 * @param removed the candidates it did not accept, oldest first
 * @param removedEarlier the releases that it did not see
 */
public record RuleTrace(
    String rule,
    String type,
    String policy,
    boolean decisive,
    List<String> kept,
    List<Removal> removed,
    List<String> removedEarlier,
    List<Note> notes) {

  public RuleTrace {
    kept = List.copyOf(kept);
    removed = List.copyOf(removed);
    removedEarlier = List.copyOf(removedEarlier);
    notes = List.copyOf(notes);
  }

  RuleTrace withNote(Note note) {
    List<Note> more = new java.util.ArrayList<>(notes);
    more.add(note);
    return new RuleTrace(rule, type, policy, decisive, kept, removed, removedEarlier, more);
  }
}
