package dev.fleetwright.apiserver.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Counts requests and asks others for their figures when someone reads. Names and labels are those
 * of a Kubernetes API server where it has them, so that its dashboards fit.
 */
public final class Metrics {
  private static final Set<String> VERBS =
      Set.of(
          "create",
          "delete",
          "deletecollection",
          "get",
          "list",
          "patch",
          "post",
          "put",
          "update",
          "watch");

  /** What requests are counted by; all values come from small sets, never from a client. */
  private record Labels(String verb, String group, String resource, String part) {
    String text() {
      return "verb=\"%s\",group=\"%s\",resource=\"%s\",subresource=\"%s\""
          .formatted(verb, group, resource, part);
    }
  }

  private record Counted(Labels labels, int code) {}

  private record Figure(String help, String type, Supplier<Map<String, Double>> values) {}

  private final Map<Counted, LongAdder> requests = new ConcurrentHashMap<>();
  private final Map<Labels, Histogram> durations = new ConcurrentHashMap<>();
  private final Map<String, Figure> figures = new ConcurrentSkipListMap<>();
  private final Map<String, Histogram> histograms = new ConcurrentSkipListMap<>();
  private final List<Supplier<String>> included = new CopyOnWriteArrayList<>();

  /**
   * Counts an answered request.
   *
   * @param resource a kind that is served, or empty for everything else
   * @param nanos how long it took; negative for a watch, whose length says nothing
   */
  public void request(
      String verb, String group, String resource, String part, int code, long nanos) {
    var labels = new Labels(VERBS.contains(verb) ? verb : "other", group, resource, part);
    requests.computeIfAbsent(new Counted(labels, code), k -> new LongAdder()).increment();
    if (nanos >= 0) {
      durations.computeIfAbsent(labels, k -> new Histogram()).add(nanos);
    }
  }

  /** A figure that goes up and down. */
  public void gauge(String name, String help, DoubleSupplier value) {
    gauges(name, help, () -> Map.of("", value.getAsDouble()));
  }

  /** Figures by labels such as {@code resource="pods"}. */
  public void gauges(String name, String help, Supplier<Map<String, Double>> values) {
    figures.put(name, new Figure(help, "gauge", values));
  }

  /** A figure that only grows. */
  public void counter(String name, String help, DoubleSupplier value) {
    figures.put(name, new Figure(help, "counter", () -> Map.of("", value.getAsDouble())));
  }

  /** Durations that someone else collects. */
  public void histogram(String name, Histogram histogram) {
    histograms.put(name, histogram);
  }

  /** More figures of somebody who writes them himself, under names of his own. */
  public void include(Supplier<String> text) {
    included.add(text);
  }

  /** Everything as text. */
  public String text() {
    var out = new StringBuilder();
    head(out, "apiserver_request_total", "Requests by verb, resource and code.", "counter");
    var byText = new TreeMap<String, Long>();
    requests.forEach((key, count) ->
        byText.put(key.labels().text() + ",code=\"" + key.code() + "\"", count.sum()));
    byText.forEach(
        (labels, count) -> out.append("apiserver_request_total{%s} %d\n".formatted(labels, count)));
    head(
        out,
        "apiserver_request_duration_seconds",
        "How long requests took, watches left out.",
        "histogram");
    durations.entrySet().stream()
        .sorted(Comparator.comparing(e -> e.getKey().text()))
        .forEach(
            e -> e.getValue().write(out, "apiserver_request_duration_seconds", e.getKey().text()));
    histograms.forEach((name, histogram) -> {
      head(out, name, "Durations in seconds.", "histogram");
      histogram.write(out, name, "");
    });
    figures.forEach((name, figure) -> {
      head(out, name, figure.help(), figure.type());
      new TreeMap<>(figure.values().get())
          .forEach((labels, value) ->
              out.append(name)
                  .append(labels.isEmpty() ? "" : "{" + labels + "}")
                  .append(' ')
                  .append(Histogram.number(value))
                  .append('\n'));
    });
    included.forEach(more -> out.append(more.get()));
    return out.toString();
  }

  private static void head(StringBuilder out, String name, String help, String type) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }
}
