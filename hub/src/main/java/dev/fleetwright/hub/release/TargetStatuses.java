package dev.fleetwright.hub.release;

import dev.fleetwright.release.Selection;
import dev.fleetwright.release.kinds.DecisionEntry;
import dev.fleetwright.release.kinds.HistoryEntry;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the status of a target goes on: pure functions; an unchanged answer is an equal status. */
public final class TargetStatuses {

  private static final int LONGEST_HISTORY = 20;
  private static final int MOST_DECISIONS = 10;
  private static final int LONGEST_REASON = 500;
  private static final int LONGEST_REASONS = 4_000;

  private static final ReleaseTargetStatus NONE =
      new ReleaseTargetStatus(null, List.of(), List.of(), null, List.of());

  private TargetStatuses() {}

  /**
   * After a decision. When nothing is allowed, the release of the decision before stays, since
   * nothing is taken away by a rule that blocks; a change of the release begins a deployment.
   */
  public static ReleaseTargetStatus decided(
      @Nullable ReleaseTargetStatus before, Selection selection, String inputs, Instant now) {
    ReleaseTargetStatus old = before == null ? NONE : before;
    DecisionEntry last = old.decision();
    String lastRelease = last == null ? old.current() : last.release();
    String release = selection.chosen() == null ? lastRelease : selection.chosen().id();
    String choice = selection.choice().name().toLowerCase(Locale.ROOT);
    String next = selection.nextEvaluationAt().map(TargetStatuses::text).orElse(null);
    boolean same =
        last != null
            && Objects.equals(last.release(), release)
            && Objects.equals(last.choice(), choice)
            && Objects.equals(last.inputs(), inputs)
            && Objects.equals(last.nextTime(), next);
    DecisionEntry decision =
        same
            ? last
            : new DecisionEntry(
                release,
                choice,
                cut(selection.reason(), LONGEST_REASON),
                cut(selection.decisiveReasons()),
                text(now),
                next,
                inputs);
    return new ReleaseTargetStatus(
        old.current(),
        begun(old, release, now),
        old.health(),
        decision,
        earlier(old, release, choice));
  }

  /** A decision that was replaced by another answer is remembered; the same answer again is not. */
  private static List<DecisionEntry> earlier(
      ReleaseTargetStatus old, @Nullable String release, String choice) {
    DecisionEntry last = old.decision();
    boolean same =
        last != null
            && Objects.equals(last.release(), release)
            && Objects.equals(last.choice(), choice);
    if (last == null || same) {
      return old.decisions();
    }
    List<DecisionEntry> all = new ArrayList<>(old.decisions());
    all.add(
        new DecisionEntry(
            last.release(), last.choice(), last.reason(), List.of(), last.time(), null, null));
    return all.subList(Math.max(0, all.size() - MOST_DECISIONS), all.size());
  }

  /** After the cluster has confirmed that it does what the decision wants. */
  public static ReleaseTargetStatus arrived(ReleaseTargetStatus before, Instant now) {
    DecisionEntry decision = before.decision();
    String release = decision == null ? null : decision.release();
    if (release == null || release.equals(before.current())) {
      return before;
    }
    List<HistoryEntry> history = new ArrayList<>();
    for (HistoryEntry entry : before.history()) {
      history.add(
          isRunning(entry) && entry.release().equals(release)
              ? ended(entry, "successful", now)
              : entry);
    }
    return new ReleaseTargetStatus(release, history, before.health(), decision, before.decisions());
  }

  private static List<HistoryEntry> begun(
      ReleaseTargetStatus old, @Nullable String release, Instant now) {
    List<HistoryEntry> history = new ArrayList<>();
    boolean underWay = false;
    for (HistoryEntry entry : old.history()) {
      boolean running = isRunning(entry);
      boolean wanted = entry.release().equals(release) && !entry.release().equals(old.current());
      underWay |= running && wanted;
      history.add(running && !wanted ? ended(entry, "cancelled", now) : entry);
    }
    if (release != null && !release.equals(old.current()) && !underWay) {
      history.add(new HistoryEntry(release, "in_progress", text(now), null, null));
    }
    return history.subList(Math.max(0, history.size() - LONGEST_HISTORY), history.size());
  }

  private static boolean isRunning(HistoryEntry entry) {
    return entry.status().equals("in_progress");
  }

  private static HistoryEntry ended(HistoryEntry entry, String status, Instant now) {
    return new HistoryEntry(
        entry.release(), status, entry.startedAt(), text(now), status.equals("successful"));
  }

  private static List<String> cut(List<String> reasons) {
    List<String> kept = new ArrayList<>();
    int length = 0;
    for (String reason : reasons) {
      length += reason.length();
      if (length > LONGEST_REASONS) {
        break;
      }
      kept.add(reason);
    }
    return kept;
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
