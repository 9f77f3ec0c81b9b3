package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.LabelSelector;
import dev.fleetwright.placement.kinds.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A label selector made ready for matching. A selector without conditions matches everything. */
public final class Selector {

  private sealed interface Condition {

    String key();

    boolean holds(@Nullable String value);

    /** What the label should be, for messages. */
    String wanted();

    record Equal(String key, String wantedValue) implements Condition {
      @Override
      public boolean holds(@Nullable String value) {
        return wantedValue.equals(value);
      }

      @Override
      public String wanted() {
        return "\"" + wantedValue + "\"";
      }
    }

    record In(String key, Set<String> values) implements Condition {
      @Override
      public boolean holds(@Nullable String value) {
        return value != null && values.contains(value);
      }

      @Override
      public String wanted() {
        return "one of " + values;
      }
    }

    record NotIn(String key, Set<String> values) implements Condition {
      @Override
      public boolean holds(@Nullable String value) {
        return value == null || !values.contains(value);
      }

      @Override
      public String wanted() {
        return "none of " + values;
      }
    }

    record Exists(String key) implements Condition {
      @Override
      public boolean holds(@Nullable String value) {
        return value != null;
      }

      @Override
      public String wanted() {
        return "any value";
      }
    }

    record DoesNotExist(String key) implements Condition {
      @Override
      public boolean holds(@Nullable String value) {
        return value == null;
      }

      @Override
      public String wanted() {
        return "no such label";
      }
    }
  }

  private final List<Condition> conditions;

  private Selector(List<Condition> conditions) {
    this.conditions = List.copyOf(conditions);
  }

  public static Selector of(LabelSelector selector) {
    List<Condition> conditions = new ArrayList<>();
    // Sorted, so that the first condition that fails does not depend on the order in a file.
    new TreeMap<>(selector.matchLabels())
        .forEach((key, value) -> conditions.add(new Condition.Equal(key, value)));
    for (LabelSelectorRequirement requirement : selector.matchExpressions()) {
      String key = requirement.key();
      Set<String> values = new TreeSet<>(requirement.values());
      conditions.add(
          switch (requirement.operator()) {
            case IN -> new Condition.In(key, values);
            case NOT_IN -> new Condition.NotIn(key, values);
            case EXISTS -> new Condition.Exists(key);
            case DOES_NOT_EXIST -> new Condition.DoesNotExist(key);
          });
    }
    return new Selector(conditions);
  }

  public static List<Selector> all(List<LabelSelector> selectors) {
    return selectors.stream().map(Selector::of).toList();
  }

  public boolean isEmpty() {
    return conditions.isEmpty();
  }

  public boolean matches(Map<String, String> labels) {
    return firstFailed(labels) == null;
  }

  /** Why it does not match: the first condition that fails, in words; empty when it matches. */
  public Optional<String> failure(Map<String, String> labels) {
    Condition failed = firstFailed(labels);
    if (failed == null) {
      return Optional.empty();
    }
    String value = labels.get(failed.key());
    return Optional.of(
        "label "
            + failed.key()
            + (value == null ? " is not there" : " is \"" + value + "\"")
            + ", wanted "
            + failed.wanted());
  }

  private @Nullable Condition firstFailed(Map<String, String> labels) {
    for (Condition condition : conditions) {
      if (!condition.holds(labels.get(condition.key()))) {
        return condition;
      }
    }
    return null;
  }

  /** The conditions in words, such as {@code region="eu", tier one of [a, b]}. */
  @Override
  public String toString() {
    if (conditions.isEmpty()) {
      return "everything";
    }
    List<String> words =
        conditions.stream()
            .map(condition ->
                condition instanceof Condition.Equal
                    ? condition.key() + "=" + condition.wanted()
                    : condition.key() + " " + condition.wanted())
            .toList();
    return String.join(", ", words);
  }
}
