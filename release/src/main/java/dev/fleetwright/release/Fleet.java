package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All targets with what is known about them; immutable. Indexes over them are made when asked for.
 */
public final class Fleet {

  public static final Fleet EMPTY = new Fleet(List.of());

  /** The targets of one deployment in one environment. */
  private record GroupKey(String deployment, String environment) {}

  private final List<Target> sorted;
  private final Map<String, Target> byName;
  private final Map<String, List<Target>> byDeployment = new HashMap<>();
  private final Map<GroupKey, List<Target>> groups = new HashMap<>();
  private final Map<Object, Object> derived = new ConcurrentHashMap<>();

  private Fleet(Collection<Target> targets) {
    List<Target> list = new ArrayList<>(targets);
    list.sort(Comparator.comparing(Target::name));
    this.sorted = List.copyOf(list);
    this.byName = HashMap.newHashMap(list.size());
    for (Target target : sorted) {
      if (byName.put(target.name(), target) != null) {
        throw new IllegalArgumentException("two targets have the name " + target.name());
      }
      byDeployment.computeIfAbsent(target.deployment(), key -> new ArrayList<>()).add(target);
      groups
          .computeIfAbsent(
              new GroupKey(target.deployment(), target.environment()), key -> new ArrayList<>())
          .add(target);
    }
  }

  public static Fleet of(Collection<Target> targets) {
    return new Fleet(targets);
  }

  /** Sorted by name. */
  public List<Target> targets() {
    return sorted;
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

  /** This fleet with some targets replaced by others of the same names. */
  public Fleet with(Collection<Target> changed) {
    Map<String, Target> map = new HashMap<>(byName);
    changed.forEach(target -> map.put(target.name(), target));
    return new Fleet(map.values());
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
