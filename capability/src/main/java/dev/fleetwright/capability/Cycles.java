package dev.fleetwright.capability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The strongly connected components of a graph that have more than one member, by Tarjan's
 * algorithm on a stack of its own, so that a long chain of modules does not overflow Java's.
 */
final class Cycles {

  private static final class Visit {
    final String node;
    final Iterator<String> next;
    final int number;
    int lowest;

    Visit(String node, Iterator<String> next, int number) {
      this.node = node;
      this.next = next;
      this.number = number;
      this.lowest = number;
    }
  }

  private final SortedMap<String, SortedSet<String>> edges;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final Set<String> isOpen = new HashSet<>();
  private final List<Cycle> found = new ArrayList<>();

  private Cycles(SortedMap<String, SortedSet<String>> edges) {
    this.edges = edges;
  }

  /**
   * Finds them all.
   *
   * @param edges from a module to those that it needs
   * @return sorted by their first member
   */
  static List<Cycle> in(SortedMap<String, SortedSet<String>> edges) {
    Cycles cycles = new Cycles(edges);
    for (String node : edges.keySet()) {
      if (!cycles.numbers.containsKey(node)) {
        cycles.visitAll(node);
      }
    }
    cycles.found.sort(Comparator.comparing(cycle -> cycle.modules().getFirst()));
    return List.copyOf(cycles.found);
  }

  private SortedSet<String> from(String node) {
    return edges.getOrDefault(node, Collections.emptySortedSet());
  }

  private Visit open(String node) {
    int number = numbers.size();
    numbers.put(node, number);
    open.push(node);
    isOpen.add(node);
    return new Visit(node, from(node).iterator(), number);
  }

  private void visitAll(String start) {
    Deque<Visit> visits = new ArrayDeque<>();
    visits.push(open(start));
    while (!visits.isEmpty()) {
      Visit visit = visits.element();
      if (visit.next.hasNext()) {
        String next = visit.next.next();
        Integer seen = numbers.get(next);
        if (seen == null) {
          visits.push(open(next));
        } else if (isOpen.contains(next)) {
          visit.lowest = Math.min(visit.lowest, seen);
        }
      } else {
        visits.pop();
        if (!visits.isEmpty()) {
          visits.element().lowest = Math.min(visits.element().lowest, visit.lowest);
        }
        if (visit.lowest == visit.number) {
          close(visit.node);
        }
      }
    }
  }

  private void close(String root) {
    SortedSet<String> members = new TreeSet<>();
    String member;
    do {
      member = open.pop();
      isOpen.remove(member);
      members.add(member);
    } while (!member.equals(root));
    if (members.size() > 1) {
      found.add(new Cycle(List.copyOf(members), shortestAround(members)));
    }
  }

  /** Breadth first from the first member back to it. */
  private List<String> shortestAround(SortedSet<String> members) {
    String start = members.first();
    Map<String, String> cameFrom = new HashMap<>();
    Deque<String> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      String node = queue.remove();
      for (String next : from(node)) {
        if (next.equals(start) && !node.equals(start)) {
          return way(start, node, cameFrom);
        }
        if (members.contains(next) && !next.equals(start) && !cameFrom.containsKey(next)) {
          cameFrom.put(next, node);
          queue.add(next);
        }
      }
    }
    throw new IllegalStateException("no way around in " + members);
  }

  private static List<String> way(String start, String end, Map<String, String> cameFrom) {
    List<String> way = new ArrayList<>();
    for (String node = end; node != null && !node.equals(start); node = cameFrom.get(node)) {
      way.add(node);
    }
    way.add(start);
    Collections.reverse(way);
    return way;
  }
}
