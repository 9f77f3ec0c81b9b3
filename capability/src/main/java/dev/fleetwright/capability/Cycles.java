package dev.fleetwright.capability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The strongly connected components of a graph that have more than one member, by Tarjan's
 * algorithm on stacks of its own, so that a long chain of modules does not overflow Java's. Modules
 * are numbers here, since every resolution comes through.
 */
final class Cycles {

  private static final int UNSEEN = -1;

  private final List<String> names;
  private final Map<String, Integer> numbers;
  private final BitSet[] edges;

  private final int[] order;
  private final int[] lowest;
  private final int[] nextEdge;
  private final BitSet isOpen = new BitSet();
  private final int[] open;
  private int openCount;
  private int visited;
  private final List<Cycle> found = new ArrayList<>();

  /**
   * A graph without edges.
   *
   * @param names of the modules, sorted
   */
  Cycles(List<String> names) {
    this.names = names;
    this.numbers = HashMap.newHashMap(names.size());
    names.forEach(name -> numbers.put(name, numbers.size()));
    this.edges = new BitSet[names.size()];
    Arrays.setAll(edges, _ -> new BitSet());
    this.order = new int[names.size()];
    Arrays.fill(order, UNSEEN);
    this.lowest = new int[names.size()];
    this.nextEdge = new int[names.size()];
    this.open = new int[names.size()];
  }

  /** Says that one module needs another. */
  void add(String consumer, String provider) {
    Integer from = numbers.get(consumer);
    Integer to = numbers.get(provider);
    if (from != null && to != null) {
      edges[from].set(to);
    }
  }

  /** Finds them all, sorted by their first member. To be called once. */
  List<Cycle> find() {
    for (int node = 0; node < order.length; node++) {
      if (order[node] == UNSEEN) {
        visitAll(node);
      }
    }
    found.sort(Comparator.comparing(cycle -> cycle.modules().getFirst()));
    return List.copyOf(found);
  }

  private void open(int node) {
    order[node] = visited;
    lowest[node] = visited++;
    open[openCount++] = node;
    isOpen.set(node);
  }

  private void visitAll(int start) {
    Deque<Integer> path = new ArrayDeque<>();
    open(start);
    path.push(start);
    while (!path.isEmpty()) {
      int node = path.element();
      int next = edges[node].nextSetBit(nextEdge[node]);
      if (next >= 0) {
        nextEdge[node] = next + 1;
        if (order[next] == UNSEEN) {
          open(next);
          path.push(next);
        } else if (isOpen.get(next)) {
          lowest[node] = Math.min(lowest[node], order[next]);
        }
      } else {
        path.pop();
        if (!path.isEmpty()) {
          int parent = path.element();
          lowest[parent] = Math.min(lowest[parent], lowest[node]);
        }
        if (lowest[node] == order[node]) {
          close(node);
        }
      }
    }
  }

  private void close(int root) {
    BitSet members = new BitSet();
    int member;
    do {
      member = open[--openCount];
      isOpen.clear(member);
      members.set(member);
    } while (member != root);
    if (members.cardinality() > 1) {
      found.add(new Cycle(members.stream().mapToObj(names::get).toList(), shortestAround(members)));
    }
  }

  /** Breadth first from the first member back to it. */
  private List<String> shortestAround(BitSet members) {
    int start = members.nextSetBit(0);
    int[] cameFrom = new int[names.size()];
    Arrays.fill(cameFrom, UNSEEN);
    Deque<Integer> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      int node = queue.remove();
      if (node != start && edges[node].get(start)) {
        return way(start, node, cameFrom);
      }
      for (int next = edges[node].nextSetBit(0);
          next >= 0;
          next = edges[node].nextSetBit(next + 1)) {
        if (members.get(next) && next != start && cameFrom[next] == UNSEEN) {
          cameFrom[next] = node;
          queue.add(next);
        }
      }
    }
    throw new IllegalStateException("no way around in " + members);
  }

  private List<String> way(int start, int end, int[] cameFrom) {
    Deque<String> way = new ArrayDeque<>();
    for (int node = end; node != start; node = cameFrom[node]) {
      way.push(names.get(node));
    }
    way.push(names.get(start));
    return List.copyOf(way);
  }
}
