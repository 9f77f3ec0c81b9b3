package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer for one target: which release, why, and when to ask again.
 *
 * @param target the target's name
 * @param revision the snapshot's
 * @param allowed the number of releases that the rules left
 * @param blockedBy the rule that left nothing; null when the answer is yes or there were no
 *     releases
 * @param changesAt when the answer may change, microseconds since 1970; {@link Micros#NEVER} when
 *     only new facts can change it
 * @param trace empty unless it was asked for
 * @param notes empty unless they were asked for
 */
public record Selection(
    String target,
    String revision,
    Choice choice,
    Change change,
    @Nullable Release chosen,
    int allowed,
    @Nullable String blockedBy,
    long changesAt,
    List<RuleTrace> trace,
    List<Note> notes) {

  private static final int LONGEST_DECISIVE = 4_000;

  public boolean isAllowed() {
    return chosen != null;
  }

  public Optional<Instant> nextEvaluationAt() {
    return changesAt == Micros.NEVER ? Optional.empty() : Optional.of(Micros.toInstant(changesAt));
  }

  /** One line. In full only when the trace was asked for. */
  public String reason() {
    if (chosen == null) {
      return choice == Choice.NO_RELEASES
          ? "no suitable version: there are no releases"
          : blocked();
    }
    String what =
        switch (choice) {
          case SEQUENTIAL -> "the oldest sequential upgrade that must be applied first";
          case DESIRED -> "the desired release";
          case RANKED -> "the best ranked of " + allowed + " allowed";
          case NEWEST ->
              allowed == 1 ? "the only allowed release" : "the newest of " + allowed + " allowed";
          case BLOCKED, NO_RELEASES -> throw new IllegalStateException("nothing was chosen");
        };
    String move =
        switch (change) {
          case STAY -> "; it runs there already";
          case ROLLBACK ->
              choice == Choice.DESIRED || isPinned()
                  ? "; an explicit rollback"
                  : "; older than the current release";
          case NONE, DEPLOY -> "";
        };
    String missed =
        notes.stream()
            .filter(note -> note.code().startsWith("desired-"))
            .map(note -> "; " + note.message())
            .collect(Collectors.joining());
    return chosen.id() + " is " + what + move + missed + waiting(chosen);
  }

  /** Of a target that stays where it is: what it waits for. */
  private String waiting(Release running) {
    if (change != Change.STAY) {
      return "";
    }
    Removal latest = null;
    for (RuleTrace rule : trace) {
      for (Removal removal : rule.removed()) {
        boolean newer = rule.decisive() && !removal.release().equals(running.id());
        latest = newer ? removal : latest;
      }
    }
    return latest == null ? "" : "; " + latest.release() + " waits: " + latest.reason().message();
  }

  private boolean isPinned() {
    return trace.stream().anyMatch(t -> t.type().equals(PinRule.TYPE));
  }

  private String blocked() {
    for (RuleTrace rule : trace) {
      if (rule.decisive() && rule.kept().isEmpty() && !rule.removed().isEmpty()) {
        Removal last = rule.removed().getLast();
        String others =
            rule.removed().size() > 1 ? " (and " + (rule.removed().size() - 1) + " more)" : "";
        return "blocked by "
            + rule.rule()
            + ": "
            + last.release()
            + others
            + ": "
            + last.reason().message();
      }
    }
    return "blocked by " + blockedBy;
  }

  /**
   * What the verdict rests on, as lines, cut to what an object's status may hold: of the releases
   * that are newer than the chosen one, who removed them and why.
   */
  public List<String> decisiveReasons() {
    List<String> lines = new ArrayList<>();
    int length = 0;
    for (RuleTrace rule : trace) {
      if (!rule.decisive()) {
        break;
      }
      for (Removal removal : rule.removed().reversed()) {
        String line = rule.rule() + ": " + removal.release() + ": " + removal.reason().message();
        length += line.length();
        if (length > LONGEST_DECISIVE) {
          lines.add("…");
          return List.copyOf(lines);
        }
        lines.add(line);
      }
    }
    return List.copyOf(lines);
  }
}
