package dev.fleetwright.release;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which releases must be applied one after the other, and in which order.
 *
 * @param sequenceKey the metadata key of an explicit sequence number; null to go by creation time
 */
public record Sequential(String key, String value, @Nullable String sequenceKey) {

  /** What holds without a rule that configures something else. */
  public static final Sequential DEFAULT =
      new Sequential("requiresSequentialUpgrade", "true", null);

  /**
   * For each release by index: is it sequential, its place in the order, and whether that place is
   * known.
   */
  private static final class Order {
    private final boolean[] sequential;
    private final int[] rank;
    private final boolean[] unknown;
    private final boolean any;

    private Order(boolean[] sequential, int[] rank, boolean[] unknown, boolean any) {
      this.sequential = sequential;
      this.rank = rank;
      this.unknown = unknown;
      this.any = any;
    }
  }

  boolean isSequential(Releases releases, int index) {
    return order(releases).sequential[index];
  }

  /** Smaller is earlier. */
  public int rank(Releases releases, int index) {
    return order(releases).rank[index];
  }

  /** Whether it is sequential by number and has none. */
  public boolean lacksNumber(Releases releases, int index) {
    return order(releases).unknown[index];
  }

  /**
   * The candidate that must come first: the earliest sequential one that the target has not passed;
   * -1 when there is none.
   */
  public int firstPending(DeploymentResourceContext context, Releases candidates) {
    Order order = order(candidates);
    if (!order.any) {
      return -1;
    }
    int passed = context.passedRank(this);
    int first = -1;
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      if (order.sequential[i]
          && order.rank[i] > passed
          && (first < 0 || order.rank[i] < order.rank[first])) {
        first = i;
      }
    }
    return first;
  }

  boolean anySequential(Releases releases) {
    return order(releases).any;
  }

  private Order order(Releases releases) {
    return releases.derived(this, this::orderOf);
  }

  private Order orderOf(List<Release> all) {
    boolean[] sequential = new boolean[all.size()];
    boolean[] unknown = new boolean[all.size()];
    long[] number = new long[all.size()];
    long largest = Long.MIN_VALUE;
    boolean any = false;
    for (int i = 0; i < all.size(); i++) {
      sequential[i] = all.get(i).hasMetadata(key, value);
      any |= sequential[i];
      Long own = sequenceKey == null ? null : numberOf(all.get(i), sequenceKey);
      unknown[i] = sequential[i] && sequenceKey != null && own == null;
      // A release without a number stands behind all that were made before it.
      number[i] = own == null ? largest : own;
      largest = Math.max(largest, number[i]);
    }
    int[] rank = new int[all.size()];
    if (sequenceKey == null) {
      IntStream.range(0, rank.length).forEach(i -> rank[i] = i);
    } else {
      int[] byNumber =
          IntStream.range(0, rank.length)
              .boxed()
              .sorted(Comparator.comparingLong((Integer i) -> number[i]).thenComparing(i -> i))
              .mapToInt(Integer::intValue)
              .toArray();
      IntStream.range(0, rank.length).forEach(place -> rank[byNumber[place]] = place);
    }
    return new Order(sequential, rank, unknown, any);
  }

  private static @Nullable Long numberOf(Release release, String sequenceKey) {
    String text = release.version().metadata().get(sequenceKey);
    return text != null && text.matches("-?\\d{1,18}") ? Long.valueOf(text) : null;
  }
}
