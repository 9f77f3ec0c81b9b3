package dev.fleetwright.hub.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Counters, gauges and histograms, and their text for Prometheus. Names and labels are few and
 * known, so that nothing grows without bound.
 */
public final class Metrics {

  /** Seconds. */
  private static final double[] BUCKETS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  private sealed interface Series permits Count, Level, Times {}

  private record Count(LongAdder value) implements Series {}

  private record Level(DoubleSupplier value) implements Series {}

  private record Times(AtomicLongArray buckets, DoubleAdder sum, LongAdder count)
      implements Series {}

  private record Family(Type type, String help, Map<String, Series> series) {}

  private final Map<String, Family> families = new ConcurrentHashMap<>();
  private final Map<String, Supplier<String>> included = new ConcurrentSkipListMap<>();

  /** Counts one more; labels come as name, value, name, value. */
  public void count(String name, String help, String... labels) {
    add(name, help, 1, labels);
  }

  public void add(String name, String help, long amount, String... labels) {
    Series series =
        family(name, help, Type.COUNTER)
            .series
            .computeIfAbsent(text(labels), _ -> new Count(new LongAdder()));
    if (series instanceof Count(LongAdder value)) {
      value.add(amount);
    }
  }

  /** A value that is asked for when somebody reads; setting it again replaces it. */
  public void gauge(String name, String help, DoubleSupplier value, String... labels) {
    family(name, help, Type.GAUGE).series.put(text(labels), new Level(value));
  }

  public void time(String name, String help, double seconds, String... labels) {
    Series series =
        family(name, help, Type.HISTOGRAM)
            .series
            .computeIfAbsent(
                text(labels),
                _ ->
                    new Times(
                        new AtomicLongArray(BUCKETS.length), new DoubleAdder(), new LongAdder()));
    if (series instanceof Times(AtomicLongArray buckets, DoubleAdder sum, LongAdder count)) {
      for (int i = 0; i < BUCKETS.length; i++) {
        if (seconds <= BUCKETS[i]) {
          buckets.incrementAndGet(i);
          break;
        }
      }
      sum.add(seconds);
      count.increment();
    }
  }

  /** More figures of somebody who writes them himself; saying the name again replaces them. */
  public void include(String name, Supplier<String> text) {
    included.put(name, text);
  }

  private Family family(String name, String help, Type type) {
    return families.computeIfAbsent(name, _ -> new Family(type, help, new ConcurrentHashMap<>()));
  }

  /** Everything, in the text format that Prometheus reads, sorted. */
  public String text() {
    StringBuilder out = new StringBuilder();
    new TreeMap<>(families)
        .forEach((name, family) -> {
          out.append("# HELP ").append(name).append(' ').append(family.help).append('\n');
          out.append("# TYPE ")
              .append(name)
              .append(' ')
              .append(family.type.name().toLowerCase(Locale.ROOT))
              .append('\n');
          SortedMap<String, Series> sorted = new TreeMap<>(family.series);
          sorted.forEach((labels, series) -> write(name, labels, series, out));
        });
    included.values().forEach(more -> out.append(more.get()));
    return out.toString();
  }

  private static void write(String name, String labels, Series series, StringBuilder out) {
    switch (series) {
      case Count(LongAdder value) -> line(name, labels, value.sum(), out);
      case Level(DoubleSupplier value) -> line(name, labels, value.getAsDouble(), out);
      case Times(AtomicLongArray buckets, DoubleAdder sum, LongAdder count) -> {
        long before = 0;
        for (int i = 0; i < BUCKETS.length; i++) {
          before += buckets.get(i);
          line(name + "_bucket", joined(labels, "le=\"" + number(BUCKETS[i]) + "\""), before, out);
        }
        line(name + "_bucket", joined(labels, "le=\"+Inf\""), count.sum(), out);
        line(name + "_sum", labels, sum.sum(), out);
        line(name + "_count", labels, count.sum(), out);
      }
    }
  }

  private static void line(String name, String labels, long value, StringBuilder out) {
    line(name, labels, Long.toString(value), out);
  }

  private static void line(String name, String labels, double value, StringBuilder out) {
    line(name, labels, number(value), out);
  }

  private static void line(String name, String labels, String value, StringBuilder out) {
    out.append(name);
    if (!labels.isEmpty()) {
      out.append('{').append(labels).append('}');
    }
    out.append(' ').append(value).append('\n');
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String joined(String labels, String more) {
    return labels.isEmpty() ? more : labels + "," + more;
  }

  private static String text(String... labels) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (int i = 0; i + 1 < labels.length; i += 2) {
      pairs.put(labels[i], labels[i + 1]);
    }
    List<String> parts = new ArrayList<>();
    pairs.forEach((name, value) ->
        parts.add(
            name
                + "=\""
                + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
                + "\""));
    return String.join(",", parts);
  }
}
