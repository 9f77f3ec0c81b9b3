package dev.fleetwright.release.time;

import java.util.Arrays;
import java.util.List;

/** How many of some occurrences hold at a time, by binary search; immutable. */
public final class Timeline {

  public static final Timeline EMPTY = new Timeline(new long[0], new long[0]);

  private final long[] starts;
  private final long[] ends;

  private Timeline(long[] starts, long[] ends) {
    this.starts = starts;
    this.ends = ends;
  }

  /** Occurrences that are empty (the end not after the start) are left out. */
  public static Timeline of(List<Occurrence> occurrences) {
    List<Occurrence> real = occurrences.stream().filter(o -> o.start() < o.end()).toList();
    if (real.isEmpty()) {
      return EMPTY;
    }
    long[] starts = real.stream().mapToLong(Occurrence::start).sorted().toArray();
    long[] ends = real.stream().mapToLong(Occurrence::end).sorted().toArray();
    return new Timeline(starts, ends);
  }

  public int countAt(long time) {
    return atOrBefore(starts, time) - atOrBefore(ends, time);
  }

  /** How many began after {@code from} and not after {@code to}. */
  public int startsWithin(long from, long to) {
    return atOrBefore(starts, to) - atOrBefore(starts, from);
  }

  /** The earliest start; {@link Micros#NEVER} when there is none. */
  public long firstStart() {
    return starts.length == 0 ? Micros.NEVER : starts[0];
  }

  /** The start that is the n-th last (from 1) of those not after the time. */
  public long nthLastStart(long time, int n) {
    int index = atOrBefore(starts, time) - n;
    return index < 0 ? Micros.ALWAYS : starts[index];
  }

  public long nextStartAfter(long time) {
    return after(starts, time);
  }

  public long nextChangeAfter(long time) {
    return Math.min(after(starts, time), after(ends, time));
  }

  /**
   * The first time after {@code time} at which at least {@code wanted} hold, if nothing new comes.
   */
  public long reaches(long time, int wanted) {
    return crosses(time, wanted, true);
  }

  /** The first time after {@code time} at which fewer than {@code limit} hold. */
  public long fallsBelow(long time, int limit) {
    return crosses(time, limit, false);
  }

  private long crosses(long time, int level, boolean up) {
    int s = atOrBefore(starts, time);
    int e = atOrBefore(ends, time);
    int count = s - e;
    while (s < starts.length || e < ends.length) {
      long next =
          Math.min(
              s < starts.length ? starts[s] : Micros.NEVER,
              e < ends.length ? ends[e] : Micros.NEVER);
      if (next == Micros.NEVER) {
        return Micros.NEVER;
      }
      while (s < starts.length && starts[s] == next) {
        s++;
        count++;
      }
      while (e < ends.length && ends[e] == next) {
        e++;
        count--;
      }
      if (up == (count >= level)) {
        return next;
      }
    }
    return Micros.NEVER;
  }

  private static long after(long[] sorted, long time) {
    int index = atOrBefore(sorted, time);
    return index < sorted.length ? sorted[index] : Micros.NEVER;
  }

  /** How many of the sorted numbers are at or before the time. */
  private static int atOrBefore(long[] sorted, long time) {
    int length = sorted.length;
    if (length == 0 || sorted[0] > time) {
      return 0;
    }
    if (sorted[length - 1] <= time) {
      return length;
    }
    int index = Arrays.binarySearch(sorted, time + 1);
    if (index < 0) {
      return -index - 1;
    }
    while (index > 0 && sorted[index - 1] == time + 1) {
      index--;
    }
    return index;
  }
}
