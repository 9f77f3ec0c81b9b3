package dev.fleetwright.status;

import java.util.List;

/** The values of the groupBy columns; ordered from the first column on. */
record GroupKey(List<Datum> values) implements Comparable<GroupKey> {

  static final GroupKey NONE = new GroupKey(List.of());

  @Override
  public int compareTo(GroupKey other) {
    for (int i = 0; i < values.size(); i++) {
      int order = values.get(i).compareTo(other.values.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
