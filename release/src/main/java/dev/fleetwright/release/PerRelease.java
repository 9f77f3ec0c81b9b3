package dev.fleetwright.release;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Values by release id, lined up with the indexes of {@link Releases} so that loops read an array
 * instead of a map. Remembers the line-up for the whole that it was last asked about. A value is
 * looked up when it is first read; lookups are pure, so threads may repeat them without harm.
 */
public final class PerRelease<T> {

  /** The values for one whole, by index. */
  public static final class Row<T> {
    private final Releases releases;
    private final @Nullable Object[] values;
    private final Function<String, T> lookup;

    private Row(Releases releases, Function<String, T> lookup) {
      this.releases = releases;
      this.values = new @Nullable Object[releases.universeSize()];
      this.lookup = lookup;
    }

    @SuppressWarnings("unchecked") // only values of the lookup are stored
    public T at(int index) {
      Object known = values[index];
      if (known == null) {
        known = lookup.apply(releases.at(index).id());
        values[index] = known;
      }
      return (T) known;
    }
  }

  private final Function<String, T> lookup;
  private volatile @Nullable Row<T> last;

  public PerRelease(Function<String, T> lookup) {
    this.lookup = lookup;
  }

  public Row<T> in(Releases releases) {
    Row<T> known = last;
    if (known == null || !known.releases.sharesUniverseWith(releases)) {
      known = new Row<>(releases, lookup);
      last = known;
    }
    return known;
  }
}
