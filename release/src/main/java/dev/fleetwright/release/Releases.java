package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Some of the releases of one deployment. Immutable: each operation returns another instance. All
 * instances made from one share its sorted releases and differ in a set of bits only, so narrowing
 * costs a few machine words.
 */
public final class Releases implements Iterable<Release> {

  private static final Releases EMPTY = new Releases(new Universe(List.of()), new long[0]);

  private static final int MOST_DERIVED = 200;

  /** The releases that a set of bits is about, oldest first. */
  private static final class Universe {
    private final Release[] sorted;
    private final Map<String, Integer> indexById;
    private final Map<Object, Object> derived = new ConcurrentHashMap<>();

    private Universe(Collection<Release> releases) {
      this.sorted = releases.toArray(Release[]::new);
      Arrays.sort(sorted, Release.OLDEST_FIRST);
      this.indexById = HashMap.newHashMap(sorted.length);
      for (int i = 0; i < sorted.length; i++) {
        if (indexById.put(sorted[i].id(), i) != null) {
          throw new IllegalArgumentException("two releases have the id " + sorted[i].id());
        }
      }
    }
  }

  private final Universe universe;
  private final long[] bits;

  private Releases(Universe universe, long[] bits) {
    this.universe = universe;
    this.bits = bits;
  }

  public static Releases empty() {
    return EMPTY;
  }

  public static Releases of(Release... releases) {
    return of(List.of(releases));
  }

  /** In any order; their ids must differ. */
  public static Releases of(Collection<Release> releases) {
    Universe universe = new Universe(releases);
    long[] bits = new long[(universe.sorted.length + 63) >>> 6];
    for (int i = 0; i < universe.sorted.length; i++) {
      bits[i >>> 6] |= 1L << i;
    }
    return new Releases(universe, bits);
  }

  public boolean isEmpty() {
    for (long word : bits) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  public int size() {
    int size = 0;
    for (long word : bits) {
      size += Long.bitCount(word);
    }
    return size;
  }

  public boolean contains(Release release) {
    return find(release.id()).filter(release::equals).isPresent();
  }

  public Optional<Release> find(String id) {
    int index = indexOf(id);
    return index < 0 ? Optional.empty() : Optional.of(at(index));
  }

  /** The oldest; of two made at one time the one with the smaller id. */
  public Optional<Release> oldest() {
    int index = next(0);
    return index < 0 ? Optional.empty() : Optional.of(at(index));
  }

  /** The newest; of two made at one time the one with the smaller id. */
  public Optional<Release> newest() {
    int index = newestIndex();
    return index < 0 ? Optional.empty() : Optional.of(at(index));
  }

  public Releases filter(Predicate<Release> wanted) {
    long[] kept = bits.clone();
    for (int i = next(0); i >= 0; i = next(i + 1)) {
      if (!wanted.test(at(i))) {
        kept[i >>> 6] &= ~(1L << i);
      }
    }
    return new Releases(universe, kept);
  }

  /** Those whose metadata has exactly this value. */
  public Releases withMetadata(String key, String value) {
    return filter(release -> release.hasMetadata(key, value));
  }

  public Releases createdBefore(Release other) {
    return filter(release -> release.createdAt() < other.createdAt());
  }

  public Releases createdAfter(Release other) {
    return filter(release -> release.createdAt() > other.createdAt());
  }

  /** These without those. */
  public Releases minus(Releases others) {
    return filter(release -> !others.contains(release));
  }

  /** Those that are in both. */
  public Releases intersect(Releases others) {
    return filter(others::contains);
  }

  public List<Release> oldestFirst() {
    List<Release> list = new ArrayList<>(size());
    for (int i = next(0); i >= 0; i = next(i + 1)) {
      list.add(at(i));
    }
    return Collections.unmodifiableList(list);
  }

  /**
   * Newest first; of two made at one time the smaller id comes first, as {@link #newest} has it.
   */
  public List<Release> newestFirst() {
    List<Release> list = new ArrayList<>(oldestFirst());
    list.sort((a, b) ->
        a.createdAt() == b.createdAt()
            ? a.id().compareTo(b.id())
            : Long.compare(b.createdAt(), a.createdAt()));
    return Collections.unmodifiableList(list);
  }

  public List<String> ids() {
    return oldestFirst().stream().map(Release::id).toList();
  }

  public Stream<Release> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  @Override
  public Iterator<Release> iterator() {
    return new Iterator<>() {
      private int index = Releases.this.next(0);

      @Override
      public boolean hasNext() {
        return index >= 0;
      }

      @Override
      public Release next() {
        if (index < 0) {
          throw new NoSuchElementException();
        }
        Release release = at(index);
        index = Releases.this.next(index + 1);
        return release;
      }
    };
  }

  // Access by index, for the loops that run once per rule and release. An index is a position in
  // the sorted whole that all narrowed instances share: the smaller, the older.

  /** The first index at or after {@code from}; -1 when there is none. */
  public int next(int from) {
    int word = from >>> 6;
    if (word >= bits.length) {
      return -1;
    }
    long rest = bits[word] & (-1L << from);
    while (rest == 0) {
      if (++word == bits.length) {
        return -1;
      }
      rest = bits[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  public Release at(int index) {
    return universe.sorted[index];
  }

  /** The index of a release that is among these; -1 when it is not. */
  public int indexOf(@Nullable String id) {
    int index = universeIndexOf(id);
    return index >= 0 && (bits[index >>> 6] & (1L << index)) != 0 ? index : -1;
  }

  /** The index of a release of the same whole, even when it is not among these; -1 if unknown. */
  public int universeIndexOf(@Nullable String id) {
    Integer index = id == null ? null : universe.indexById.get(id);
    return index == null ? -1 : index;
  }

  /** How many releases the shared whole has; indexes are smaller than this. */
  public int universeSize() {
    return universe.sorted.length;
  }

  /**
   * What is computed from the shared whole, once: {@code make} gets all of its releases, oldest
   * first, so that what it makes can be read by index.
   *
   * @param key tells apart what different callers compute; the same key always asks for the same
   */
  @SuppressWarnings("unchecked") // a key is used with one type only
  public <T> T derived(Object key, Function<List<Release>, T> make) {
    Object known = universe.derived.get(key);
    if (known == null) {
      known = make.apply(List.of(universe.sorted));
      if (universe.derived.size() > MOST_DERIVED) {
        universe.derived.clear(); // keys of rules that are gone: releases may outlive many policies
      }
      Object earlier = universe.derived.putIfAbsent(key, known);
      known = earlier == null ? known : earlier;
    }
    return (T) known;
  }

  int newestIndex() {
    for (int word = bits.length - 1; word >= 0; word--) {
      if (bits[word] != 0) {
        int last = (word << 6) + 63 - Long.numberOfLeadingZeros(bits[word]);
        long time = at(last).createdAt();
        int newest = last;
        for (int i = last - 1; i >= 0 && at(i).createdAt() == time; i--) {
          if ((bits[i >>> 6] & (1L << i)) != 0) {
            newest = i;
          }
        }
        return newest;
      }
    }
    return -1;
  }

  boolean sameAs(Releases other) {
    return universe == other.universe && Arrays.equals(bits, other.bits);
  }

  boolean sharesUniverseWith(Releases other) {
    return universe == other.universe;
  }

  long[] copyOfBits() {
    return bits.clone();
  }

  /** Those of ours that are also set in the given words. */
  Releases masked(long[] mask) {
    long[] kept = new long[bits.length];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = bits[i] & mask[i];
    }
    return new Releases(universe, kept);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Releases releases && oldestFirst().equals(releases.oldestFirst());
  }

  @Override
  public int hashCode() {
    return oldestFirst().hashCode();
  }

  @Override
  public String toString() {
    return ids().toString();
  }
}
