package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All targets with what is known about them; immutable. Indexes over them are made when asked for.
 */
public final class Fleet {

  /** The targets of one deployment in one environment. */
  private record GroupKey(String deployment, String environment) {
    static GroupKey of(Target target) {
      return new GroupKey(target.deployment(), target.environment());
    }
  }

  private static final Comparator<Target> BY_NAME = Comparator.comparing(Target::name);

  public static final Fleet EMPTY = of(List.of());

  private final Map<String, Target> byName;
  private final Map<String, List<Target>> byDeployment;
  private final Map<GroupKey, List<Target>> groups;
  private final Map<Object, Object> derived = new ConcurrentHashMap<>();

  private Fleet(
      Map<String, Target> byName,
      Map<String, List<Target>> byDeployment,
      Map<GroupKey, List<Target>> groups) {
    this.byName = byName;
    this.byDeployment = byDeployment;
    this.groups = groups;
  }

  public static Fleet of(Collection<Target> targets) {
    List<Target> sorted = new ArrayList<>(targets);
    sorted.sort(BY_NAME);
    Map<String, Target> byName = HashMap.newHashMap(sorted.size());
    Map<String, List<Target>> byDeployment = new HashMap<>();
    Map<GroupKey, List<Target>> groups = new HashMap<>();
    for (Target target : sorted) {
      if (byName.put(target.name(), target) != null) {
        throw new IllegalArgumentException("two targets have the name " + target.name());
      }
      byDeployment.computeIfAbsent(target.deployment(), key -> new ArrayList<>()).add(target);
      groups.computeIfAbsent(GroupKey.of(target), key -> new ArrayList<>()).add(target);
    }
    return new Fleet(byName, byDeployment, groups);
  }

  /** Sorted by name. */
  public List<Target> targets() {
    return derived(
        BY_NAME,
        () -> {
          List<Target> sorted = new ArrayList<>(byName.values());
          sorted.sort(BY_NAME);
          return List.copyOf(sorted);
        });
  }

  public @Nullable Target target(String name) {
    return byName.get(name);
  }

  public List<Target> ofDeployment(String deployment) {
    return byDeployment.getOrDefault(deployment, List.of());
  }

  /** The targets of one deployment in one environment, sorted by name. */
  public List<Target> group(String deployment, String environment) {
    return groups.getOrDefault(new GroupKey(deployment, environment), List.of());
  }

  /** This fleet with some targets added, or put in the place of others of the same names. */
  public Fleet with(Collection<Target> changed) {
    return with(changed, Set.of());
  }

  /**
   * As {@link #with(Collection)}, and without others. A few changes cost little, however large the
   * fleet: what they do not concern is shared.
   */
  public Fleet with(Collection<Target> changed, Set<String> gone) {
    if (changed.isEmpty() && gone.isEmpty()) {
      return this;
    }
    Map<String, Target> names = new HashMap<>(byName);
    List<Target> before = new ArrayList<>();
    for (String name : gone) {
      add(before, names.remove(name));
    }
    for (Target target : changed) {
      add(before, names.put(target.name(), target));
    }
    Map<String, Target> now = new HashMap<>();
    for (Target target : changed) {
      now.put(target.name(), target);
    }
    return new Fleet(
        names,
        moved(byDeployment, Target::deployment, before, now.values()),
        moved(groups, GroupKey::of, before, now.values()));
  }

  private static void add(List<Target> targets, @Nullable Target target) {
    if (target != null) {
      targets.add(target);
    }
  }

  /** The lists with some targets taken out and others put in. */
  private static <K> Map<K, List<Target>> moved(
      Map<K, List<Target>> lists,
      Function<Target, K> key,
      Collection<Target> out,
      Collection<Target> in) {
    Map<K, Set<Target>> leaving = new HashMap<>();
    for (Target target : out) {
      leaving
          .computeIfAbsent(
              key.apply(target), k -> Collections.newSetFromMap(new IdentityHashMap<>()))
          .add(target);
    }
    Map<K, List<Target>> result = new HashMap<>(lists);
    leaving.forEach((k, some) -> {
      List<Target> rest = new ArrayList<>(result.getOrDefault(k, List.of()));
      rest.removeIf(some::contains);
      if (rest.isEmpty()) {
        result.remove(k);
      } else {
        result.put(k, rest);
      }
    });
    Map<K, List<Target>> coming = new HashMap<>();
    for (Target target : in) {
      coming.computeIfAbsent(key.apply(target), k -> new ArrayList<>()).add(target);
    }
    coming.forEach((k, some) -> {
      some.addAll(result.getOrDefault(k, List.of()));
      some.sort(BY_NAME);
      result.put(k, some);
    });
    return result;
  }

  /** What is computed from the targets, once per fleet and key. */
  @SuppressWarnings("unchecked") // a key is used with one type only
  public <T> T derived(Object key, Supplier<T> make) {
    Object known = derived.get(key);
    if (known == null) {
      known = make.get();
      Object earlier = derived.putIfAbsent(key, known);
      known = earlier == null ? known : earlier;
    }
    return (T) known;
  }
}
