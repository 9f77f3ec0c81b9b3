package dev.fleetwright.hub.placement;

import dev.fleetwright.placement.BindingReferences;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Singleton;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.Modulation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What all Bindings say, by Binding and by object. For many threads. */
public final class Bound {

  /** A kind of objects. */
  public record Kind(String group, String resource) {}

  private record Entry(
      SortedMap<ObjectKey, Modulation> objects, Set<Kind> kinds, SortedSet<String> clusters) {

    static final Entry NOTHING = new Entry(new TreeMap<>(), Set.of(), new TreeSet<>());

    static Entry of(@Nullable BindingSpec spec) {
      if (spec == null) {
        return NOTHING;
      }
      SortedMap<ObjectKey, Modulation> objects = BindingReferences.of(spec);
      Set<Kind> kinds = new HashSet<>();
      objects.keySet().forEach(key -> kinds.add(new Kind(key.group(), key.resource())));
      return new Entry(objects, kinds, new TreeSet<>(spec.clusters()));
    }
  }

  /**
   * An object of a Binding.
   *
   * @param clusters where the Binding sends it
   */
  public record Reference(Modulation modulation, SortedSet<String> clusters) {}

  /**
   * What is different in a Binding.
   *
   * @param objects those that are sent otherwise than before, or elsewhere, with how they were sent
   *     and are sent now
   * @param clusters all of before and of now
   */
  public record Change(Map<ObjectKey, Modulation> objects, SortedSet<String> clusters) {}

  private final Map<String, Entry> bindings = new HashMap<>();
  private final Map<ObjectKey, Set<String>> byObject = new HashMap<>();

  /** What Bindings are about to say; single statuses go by that already. */
  private final Map<String, Entry> announced = new HashMap<>();

  /**
   * Takes in a Binding as it is now.
   *
   * @param spec null when there is none any more
   */
  public synchronized Change put(String name, @Nullable BindingSpec spec) {
    announced.remove(name);
    Entry now = Entry.of(spec);
    Entry before = bindings.getOrDefault(name, Entry.NOTHING);
    if (spec == null) {
      bindings.remove(name);
    } else {
      bindings.put(name, now);
    }
    Map<ObjectKey, Modulation> changed = new HashMap<>();
    boolean everywhere = !before.clusters.equals(now.clusters);
    before.objects.forEach((key, modulation) -> {
      Modulation other = now.objects.get(key);
      if (other == null) {
        byObject.computeIfPresent(key, (_, names) -> without(names, name));
        changed.put(key, modulation);
      } else if (everywhere || !other.equals(modulation)) {
        changed.put(key, modulation.and(other));
      }
    });
    now.objects.forEach((key, modulation) -> {
      byObject.computeIfAbsent(key, _ -> new HashSet<>()).add(name);
      if (!before.objects.containsKey(key)) {
        changed.put(key, modulation);
      }
    });
    SortedSet<String> clusters = new TreeSet<>(before.clusters);
    clusters.addAll(now.clusters);
    return new Change(changed, clusters);
  }

  private static @Nullable Set<String> without(Set<String> names, String name) {
    names.remove(name);
    return names.isEmpty() ? null : names;
  }

  /** The Bindings that an object is in. */
  public synchronized Set<String> bindingsOf(ObjectKey key) {
    return Set.copyOf(byObject.getOrDefault(key, Set.of()));
  }

  public synchronized Set<String> bindings() {
    return Set.copyOf(bindings.keySet());
  }

  /** The Bindings that send something to a cluster. */
  public synchronized Set<String> bindingsTo(String cluster) {
    Set<String> found = new HashSet<>();
    bindings.forEach((name, entry) -> {
      if (entry.clusters.contains(cluster)) {
        found.add(name);
      }
    });
    return found;
  }

  public synchronized SortedSet<String> clusters(String binding) {
    return new TreeSet<>(bindings.getOrDefault(binding, Entry.NOTHING).clusters);
  }

  /** The kinds of the objects of a Binding. */
  public synchronized Set<Kind> kinds(String binding) {
    return Set.copyOf(bindings.getOrDefault(binding, Entry.NOTHING).kinds);
  }

  /** All objects of a Binding, and how they are sent. */
  public synchronized SortedMap<ObjectKey, Modulation> objects(String binding) {
    return new TreeMap<>(bindings.getOrDefault(binding, Entry.NOTHING).objects);
  }

  public synchronized Optional<Reference> reference(String binding, ObjectKey key) {
    Entry entry = bindings.getOrDefault(binding, Entry.NOTHING);
    return Optional.ofNullable(entry.objects.get(key))
        .map(modulation -> new Reference(modulation, entry.clusters));
  }

  /**
   * Says what a Binding is about to become, so that nobody writes what is about to be taken back.
   *
   * @param spec null when it is about to go
   */
  synchronized void announce(String name, @Nullable BindingSpec spec) {
    announced.put(name, Entry.of(spec));
  }

  /** A Binding stays as it is after all. */
  synchronized boolean recant(String name) {
    return announced.remove(name) != null;
  }

  /** Whether anybody wants the single status of an object, and where it is from. */
  public synchronized Singleton singleton(ObjectKey key) {
    boolean requested = false;
    SortedSet<String> qualified = new TreeSet<>();
    Set<String> names = new HashSet<>(byObject.getOrDefault(key, Set.of()));
    names.addAll(announced.keySet());
    for (String name : names) {
      Entry entry = announced.getOrDefault(name, bindings.getOrDefault(name, Entry.NOTHING));
      Modulation modulation = entry.objects.get(key);
      if (modulation != null && modulation.wantSingletonReportedState()) {
        requested = true;
        qualified.addAll(entry.clusters);
      }
    }
    return Singleton.of(requested, qualified);
  }
}
