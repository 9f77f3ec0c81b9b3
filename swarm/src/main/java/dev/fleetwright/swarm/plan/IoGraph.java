package dev.fleetwright.swarm.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who feeds whom. What is fed starts after what feeds it.
 *
 * @param feeds what each component feeds, and through what; every component is a key
 */
public record IoGraph(SortedMap<String, SortedMap<String, String>> feeds) {

  public IoGraph {
    SortedMap<String, SortedMap<String, String>> copy = new TreeMap<>();
    feeds.forEach((from, targets) -> {
      copy.put(from, new TreeMap<>(targets));
      targets.keySet().forEach(to -> copy.computeIfAbsent(to, _ -> new TreeMap<>()));
    });
    feeds = copy;
  }

  /** By queues: who puts into a queue feeds whoever takes from it, itself included. */
  public static IoGraph of(SwarmPlan plan) {
    SortedMap<String, SortedMap<String, String>> feeds = new TreeMap<>();
    Map<String, List<String>> takers = new TreeMap<>();
    for (SwarmPlan.Member member : plan.members()) {
      feeds.put(member.name(), new TreeMap<>());
      for (String queue : member.bee().queues().in()) {
        takers.computeIfAbsent(queue, _ -> new ArrayList<>()).add(member.name());
      }
    }
    for (SwarmPlan.Member member : plan.members()) {
      SortedMap<String, String> own = feeds.computeIfAbsent(member.name(), _ -> new TreeMap<>());
      for (String queue : member.bee().queues().out()) {
        for (String taker : takers.getOrDefault(queue, List.of())) {
          own.merge(taker, queue, (one, other) -> one.compareTo(other) <= 0 ? one : other);
        }
      }
    }
    return new IoGraph(feeds);
  }

  /**
   * By needs: a provider comes before those who need it. Whoever satisfies a need of its own waits
   * for nobody.
   */
  public static IoGraph ofNeeds(Map<String, ? extends Collection<String>> needs) {
    SortedMap<String, SortedMap<String, String>> feeds = new TreeMap<>();
    needs.forEach((consumer, providers) -> {
      feeds.computeIfAbsent(consumer, _ -> new TreeMap<>());
      for (String provider : providers) {
        if (!provider.equals(consumer)) {
          feeds.computeIfAbsent(provider, _ -> new TreeMap<>()).put(consumer, "");
        }
      }
    });
    return new IoGraph(feeds);
  }

  public SortedSet<String> components() {
    return new TreeSet<>(feeds.keySet());
  }
}
