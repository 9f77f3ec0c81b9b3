package dev.fleetwright.swarm.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * In which order the components of a swarm start: producers, then those who pass on, then
 * consumers.
 *
 * <pre>
 * generator ─raw─▶ processor ─done─▶ sink        [[generator], [processor], [sink]]
 * </pre>
 */
public sealed interface StartOrder {

  /**
   * Sets of components that may start together, each after the one before is healthy. Names are
   * sorted inside a wave.
   */
  record Waves(List<List<String>> start) implements StartOrder {
    public Waves {
      start = start.stream().map(List::copyOf).toList();
    }

    /** The reverse: consumers first. */
    public List<List<String>> stop() {
      return start.reversed();
    }
  }

  /**
   * No order exists.
   *
   * @param path the components of one shortest cycle, from its smallest name on; each feeds the
   *     next, and the last the first
   * @param via through what each feeds the next; empty texts where the graph does not say
   */
  record Cycle(List<String> path, List<String> via) implements StartOrder {
    public Cycle {
      path = List.copyOf(path);
      via = List.copyOf(via);
    }

    /** {@code a -[q1]-> b -[q2]-> a}. */
    public String text() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < path.size(); i++) {
        text.append(path.get(i))
            .append(via.get(i).isEmpty() ? " -> " : " -[" + via.get(i) + "]-> ");
      }
      return text.append(path.getFirst()).toString();
    }
  }

  /** Each component in the earliest wave that its feeders allow. */
  static StartOrder of(IoGraph graph) {
    Map<String, Integer> waiting = new HashMap<>();
    graph.components().forEach(name -> waiting.put(name, 0));
    graph
        .feeds()
        .values()
        .forEach(targets -> targets.keySet().forEach(to -> waiting.merge(to, 1, Integer::sum)));
    List<List<String>> waves = new ArrayList<>();
    TreeSet<String> ready = new TreeSet<>(graph.components());
    ready.removeIf(name -> waiting.getOrDefault(name, 0) > 0);
    Set<String> placed = new HashSet<>();
    while (!ready.isEmpty()) {
      waves.add(List.copyOf(ready));
      placed.addAll(ready);
      TreeSet<String> next = new TreeSet<>();
      for (String done : ready) {
        for (String to : targets(graph, done).keySet()) {
          if (waiting.merge(to, -1, Integer::sum) == 0) {
            next.add(to);
          }
        }
      }
      ready = next;
    }
    return placed.size() == graph.components().size()
        ? new Waves(waves)
        : shortestCycle(graph, placed);
  }

  private static Cycle shortestCycle(IoGraph graph, Set<String> placed) {
    List<String> best = List.of();
    for (String start : graph.components()) {
      if (!placed.contains(start)) {
        List<String> cycle = cycleFrom(graph, start);
        if (!cycle.isEmpty() && (best.isEmpty() || cycle.size() < best.size())) {
          best = cycle;
        }
      }
    }
    List<String> via = new ArrayList<>();
    for (int i = 0; i < best.size(); i++) {
      String to = best.get((i + 1) % best.size());
      via.add(targets(graph, best.get(i)).getOrDefault(to, ""));
    }
    return new Cycle(best, via);
  }

  /** Breadth first, so the first way back is a shortest one; empty when there is none. */
  private static List<String> cycleFrom(IoGraph graph, String start) {
    Map<String, String> cameFrom = new HashMap<>();
    Deque<String> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      String at = queue.remove();
      for (String to : targets(graph, at).keySet()) {
        if (to.equals(start)) {
          List<String> path = new ArrayList<>();
          for (String step = at; step != null; step = cameFrom.get(step)) {
            path.add(step);
          }
          return path.reversed();
        }
        if (!to.equals(start) && cameFrom.putIfAbsent(to, at) == null) {
          queue.add(to);
        }
      }
    }
    return List.of();
  }

  private static SortedMap<String, String> targets(IoGraph graph, String name) {
    return graph.feeds().getOrDefault(name, new TreeMap<>());
  }
}
