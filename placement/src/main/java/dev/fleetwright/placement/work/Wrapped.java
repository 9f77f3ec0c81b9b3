package dev.fleetwright.placement.work;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.ObjectKey;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The works of one owner for one cluster.
 *
 * @param works sorted by their numbers; works of before that are not among them are to be deleted
 * @param problems of objects that were not sent, or whose last good content stays
 */
public record Wrapped(List<Work> works, SortedMap<ObjectKey, List<Problem>> problems) {

  public Wrapped {
    works = List.copyOf(works);
    problems = Collections.unmodifiableSortedMap(new TreeMap<>(problems));
  }
}
