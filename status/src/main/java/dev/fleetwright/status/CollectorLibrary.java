package dev.fleetwright.status;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All StatusCollectors, each compiled once per generation. One with mistakes does not replace the
 * last good one of its name, so that results do not vanish while somebody edits. For many threads.
 */
public final class CollectorLibrary {

  private record Shelf(
      StatusCollectorSpec written, @Nullable Collector lastGood, List<Problem> problems) {}

  private final Map<String, Shelf> shelves = new ConcurrentHashMap<>();

  /**
   * Adds or replaces a collector.
   *
   * @return what is wrong with it; empty when it is in use now
   */
  public synchronized List<Problem> put(String name, StatusCollectorSpec spec) {
    Shelf old = shelves.get(name);
    if (old != null && old.written.equals(spec)) {
      return old.problems;
    }
    Shelf shelf =
        switch (Collector.compile(name, spec)) {
          case Checked.Valid<Collector>(Collector collector) ->
              new Shelf(spec, collector, List.of());
          case Checked.Invalid<Collector>(List<Problem> problems) ->
              new Shelf(spec, old == null ? null : old.lastGood, problems);
        };
    shelves.put(name, shelf);
    return shelf.problems;
  }

  public synchronized boolean remove(String name) {
    return shelves.remove(name) != null;
  }

  /** The collector that is in use; empty when there is none of this name, or never a good one. */
  public Optional<Collector> find(String name) {
    return Optional.ofNullable(shelves.get(name)).map(shelf -> shelf.lastGood);
  }

  /** What is wrong with the collector as it is written, also when an older one is in use. */
  public List<Problem> problems(String name) {
    Shelf shelf = shelves.get(name);
    return shelf == null
        ? List.of(
            new Problem(
                "collector-not-found",
                "",
                "there is no StatusCollector \"" + name + "\"",
                "create it, or correct the name in the policy"))
        : shelf.problems;
  }
}
