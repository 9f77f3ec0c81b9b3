package dev.fleetwright.hub.placement;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The conditions of one status: those that stay as they are keep their time. */
final class Conditions {

  static final String READY = "Ready";
  static final String SYNCED = "Synced";
  static final String APPLIED = "Applied";
  static final String COLLECTORS = "StatusCollectorsAvailable";

  static final String TRUE = "True";
  static final String FALSE = "False";
  static final String UNKNOWN = "Unknown";

  private static final int MOST_ERRORS = 20;
  private static final int LONGEST = 1_000;

  private final Collection<Condition> before;
  private final long generation;
  private final String now;
  private final List<Condition> conditions = new ArrayList<>();

  Conditions(Collection<Condition> before, long generation, Instant now) {
    this.before = before;
    this.generation = generation;
    this.now = now.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  Conditions add(String type, String status, String reason, String message) {
    String since =
        find(before, type)
            .filter(old -> old.status().equals(status))
            .map(Condition::lastTransitionTime)
            .orElse(now);
    conditions.add(new Condition(type, status, reason, clipped(message), since, null, generation));
    return this;
  }

  List<Condition> all() {
    return List.copyOf(conditions);
  }

  static Optional<Condition> find(Collection<Condition> conditions, String type) {
    return conditions.stream().filter(condition -> condition.type().equals(type)).findFirst();
  }

  /** A problem in one line. */
  static String line(Problem problem) {
    return (problem.path().isEmpty() ? "" : problem.path() + ": ")
        + problem.message()
        + (problem.nextStep().isEmpty() ? "" : " (" + problem.nextStep() + ")");
  }

  /** As many as people read; the rest is counted. */
  static List<String> shortened(List<String> errors) {
    List<String> shown = new ArrayList<>();
    errors.stream().limit(MOST_ERRORS).map(Conditions::clipped).forEach(shown::add);
    if (errors.size() > MOST_ERRORS) {
      shown.add("and " + (errors.size() - MOST_ERRORS) + " more");
    }
    return shown;
  }

  private static String clipped(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }
}
