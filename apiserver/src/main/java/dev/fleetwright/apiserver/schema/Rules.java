package dev.fleetwright.apiserver.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one schema node, and whether there are any at it or below it, so that most values
 * need not be walked.
 *
 * @param any whether there are rules here or below
 * @param transitions whether some of them compare with the old value
 */
record Rules(List<CelRule> own, boolean any, boolean transitions) {
  static final Rules NONE = new Rules(List.of(), false, false);

  static Rules of(
      List<CelRule> own,
      Collection<Schema> properties,
      @Nullable Schema additional,
      @Nullable Schema items) {
    var below = new ArrayList<>(properties);
    if (additional != null) {
      below.add(additional);
    }
    if (items != null) {
      below.add(items);
    }
    boolean any = !own.isEmpty() || below.stream().anyMatch(s -> s.rules().any());
    boolean transitions =
        own.stream().anyMatch(CelRule::transition)
            || below.stream().anyMatch(s -> s.rules().transitions());
    return any ? new Rules(own, true, transitions) : NONE;
  }
}
