package dev.fleetwright.component;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;

/** Figures of a component, as Prometheus reads them. */
final class Metrics {

  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");

  private record Metric(String type, String help, DoubleSupplier value) {}

  private final Map<String, Metric> metrics = new ConcurrentSkipListMap<>();
  private final String labels;

  Metrics(String role, String instance, String swarmId) {
    this.labels =
        "{instance=\""
            + escaped(instance)
            + "\",role=\""
            + escaped(role)
            + "\",swarm=\""
            + escaped(swarmId)
            + "\"}";
  }

  void counter(String name, String help, DoubleSupplier value) {
    add(name, new Metric("counter", help, value));
  }

  void gauge(String name, String help, DoubleSupplier value) {
    add(name, new Metric("gauge", help, value));
  }

  private void add(String name, Metric metric) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("Prometheus takes no metric named " + name);
    }
    if (metrics.putIfAbsent(name, metric) != null) {
      throw new IllegalArgumentException("there is a metric " + name + " already");
    }
  }

  String text() {
    StringBuilder out = new StringBuilder();
    metrics.forEach((name, metric) -> {
      out.append("# HELP ").append(name).append(' ');
      out.append(metric.help().replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
      out.append("# TYPE ").append(name).append(' ').append(metric.type()).append('\n');
      out.append(name).append(labels).append(' ').append(number(metric.value())).append('\n');
    });
    return out.toString();
  }

  /** A program whose figure fails is still scraped for the others. */
  private static String number(DoubleSupplier supplier) {
    double value;
    try {
      value = supplier.getAsDouble();
    } catch (RuntimeException e) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return Double.toString(value);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
