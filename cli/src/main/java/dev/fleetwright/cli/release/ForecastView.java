package dev.fleetwright.cli.release;

import dev.fleetwright.release.forecast.Course;
import dev.fleetwright.release.forecast.Forecast;
import dev.fleetwright.release.forecast.Move;
import dev.fleetwright.release.forecast.Segment;
import dev.fleetwright.release.time.Micros;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Forecasts as plain values for other programs, and what differs between two. */
final class ForecastView {

  /** A release reaching a target for the n-th time. */
  record Arrival(String target, String release, int nth) implements Comparable<Arrival> {

    private static final Comparator<Arrival> ORDER =
        Comparator.comparing(Arrival::target)
            .thenComparing(Arrival::release)
            .thenComparingInt(Arrival::nth);

    @Override
    public int compareTo(Arrival other) {
      return ORDER.compare(this, other);
    }
  }

  private ForecastView() {}

  static Map<String, @Nullable Object> of(Forecast forecast) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("from", Micros.text(forecast.from()));
    view.put("to", Micros.text(forecast.to()));
    view.put("cutShortAt", forecast.isCutShort() ? Micros.text(forecast.cutShortAt()) : null);
    view.put("moves", forecast.moves().stream().map(ForecastView::move).toList());
    view.put("targets", forecast.courses().stream().map(ForecastView::course).toList());
    return view;
  }

  static Map<String, @Nullable Object> comparison(Forecast forecast, Forecast against) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("forecast", of(forecast));
    view.put("against", of(against));
    view.put(
        "differences",
        arrivals(forecast, against).entrySet().stream()
            .filter(entry -> entry.getValue()[0] != entry.getValue()[1])
            .map(entry -> difference(entry.getKey(), entry.getValue()))
            .toList());
    return view;
  }

  /** For each arrival its two times; NEVER where it does not happen. */
  static TreeMap<Arrival, long[]> arrivals(Forecast forecast, Forecast against) {
    TreeMap<Arrival, long[]> times = new TreeMap<>();
    add(times, forecast, 0);
    add(times, against, 1);
    return times;
  }

  private static void add(TreeMap<Arrival, long[]> times, Forecast forecast, int column) {
    for (Move move : forecast.moves()) {
      int nth = 1;
      Arrival arrival = new Arrival(move.target(), move.release(), nth);
      while (times.containsKey(arrival) && times.get(arrival)[column] != Micros.NEVER) {
        arrival = new Arrival(move.target(), move.release(), ++nth);
      }
      times.computeIfAbsent(arrival, key -> new long[] {Micros.NEVER, Micros.NEVER})[column] =
          move.at();
    }
  }

  static String time(long micros) {
    return micros == Micros.NEVER ? "-" : Micros.text(micros);
  }

  static String difference(long mine, long other) {
    if (mine == other) {
      return "same";
    }
    if (mine == Micros.NEVER) {
      return "only against";
    }
    if (other == Micros.NEVER) {
      return "not against";
    }
    return Micros.durationText(Math.abs(other - mine)) + (other > mine ? " later" : " earlier");
  }

  private static Map<String, @Nullable Object> difference(Arrival arrival, long[] times) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("target", arrival.target());
    view.put("release", arrival.release());
    view.put("at", times[0] == Micros.NEVER ? null : Micros.text(times[0]));
    view.put("against", times[1] == Micros.NEVER ? null : Micros.text(times[1]));
    view.put("difference", difference(times[0], times[1]));
    return view;
  }

  private static Map<String, @Nullable Object> move(Move move) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("at", Micros.text(move.at()));
    view.put("doneAt", Micros.text(move.doneAt()));
    view.put("target", move.target());
    view.put("release", move.release());
    view.put("previous", move.previous());
    view.put("change", move.change().text());
    view.put("reason", move.reason());
    return view;
  }

  private static Map<String, @Nullable Object> course(Course course) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("target", course.target());
    view.put("segments", course.segments().stream().map(ForecastView::segment).toList());
    view.put("then", course.last().reason());
    return view;
  }

  private static Map<String, @Nullable Object> segment(Segment segment) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("release", segment.release());
    view.put("state", segment.deploying() ? "deploying" : "running");
    view.put("from", Micros.text(segment.from()));
    view.put("to", Micros.text(segment.to()));
    return view;
  }
}
