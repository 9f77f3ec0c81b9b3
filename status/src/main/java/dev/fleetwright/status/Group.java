package dev.fleetwright.status;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that share one value of the groupBy columns. */
final class Group {

  private final Accumulator[] accumulators;
  private long rows;

  Group(List<Aggregate> aggregates) {
    this.accumulators = new Accumulator[aggregates.size()];
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i] = Accumulator.of(aggregates.get(i).type());
    }
  }

  void add(List<@Nullable Datum> subjects) {
    rows++;
    for (int i = 0; i < accumulators.length; i++) {
      Datum subject = subjects.get(i);
      if (subject != null) {
        accumulators[i].add(subject);
      }
    }
  }

  void remove(List<@Nullable Datum> subjects) {
    rows--;
    for (int i = 0; i < accumulators.length; i++) {
      Datum subject = subjects.get(i);
      if (subject != null) {
        accumulators[i].remove(subject);
      }
    }
  }

  boolean isEmpty() {
    return rows == 0;
  }

  List<Datum> results() {
    List<Datum> results = new ArrayList<>(accumulators.length);
    for (Accumulator accumulator : accumulators) {
      results.add(accumulator.result(rows));
    }
    return results;
  }
}
