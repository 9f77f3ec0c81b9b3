package dev.fleetwright.apiserver.metrics;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** How long things took, in buckets. Adding is cheap from many threads. */
public final class Histogram {
  private static final double[] BOUNDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
  };

  private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
  private final LongAdder nanos = new LongAdder();

  public Histogram() {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = new LongAdder();
    }
  }

  public void add(long duration) {
    double seconds = duration / 1e9;
    int i = 0;
    while (i < BOUNDS.length && seconds > BOUNDS[i]) {
      i++;
    }
    buckets[i].increment();
    nanos.add(duration);
  }

  /**
   * @param labels such as {@code verb="get"}; empty for none
   */
  void write(StringBuilder out, String name, String labels) {
    String before = labels.isEmpty() ? "" : labels + ",";
    long sum = 0;
    for (int i = 0; i < buckets.length; i++) {
      sum += buckets[i].sum();
      String bound = i < BOUNDS.length ? number(BOUNDS[i]) : "+Inf";
      out.append("%s_bucket{%sle=\"%s\"} %d\n".formatted(name, before, bound, sum));
    }
    String all = labels.isEmpty() ? "" : "{" + labels + "}";
    out.append(name).append("_sum").append(all).append(' ');
    out.append(number(nanos.sum() / 1e9)).append('\n');
    out.append(name).append("_count").append(all).append(' ').append(sum).append('\n');
  }

  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.9g", value);
  }
}
