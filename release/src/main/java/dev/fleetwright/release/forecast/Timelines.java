package dev.fleetwright.release.forecast;

import dev.fleetwright.release.time.Micros;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A forecast as a picture: targets down, time across, one colour and one label per release. What is
 * being deployed is hatched, so that no meaning rests on colour alone.
 */
public final class Timelines {

  private static final int LEFT = 190;
  private static final int WIDTH = 900;
  private static final int TOP = 50;
  private static final int ROW = 26;
  private static final int BAR = 18;

  /** Told apart also by people who see colours otherwise (after Okabe and Ito). */
  private static final List<String> COLOURS =
      List.of(
          "#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#8dd3c7", "#bebada",
          "#fb8072", "#b3de69");

  private static final List<Duration> TICKS =
      List.of(
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofHours(1),
          Duration.ofHours(3),
          Duration.ofHours(6),
          Duration.ofHours(12),
          Duration.ofDays(1),
          Duration.ofDays(2),
          Duration.ofDays(7),
          Duration.ofDays(28),
          Duration.ofDays(365));

  private Timelines() {}

  public static String svg(Forecast forecast) {
    Map<String, String> colours = colours(forecast);
    int height = TOP + ROW * Math.max(1, forecast.courses().size()) + 30 + ROW;
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">%n",
            LEFT + WIDTH + 20,
            height,
            LEFT + WIDTH + 20,
            height));
    out.append("<title>").append(escape(title(forecast))).append("</title>\n");
    out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    out.append(
        "<defs><pattern id=\"deploying\" width=\"6\" height=\"6\""
            + " patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"3\""
            + " height=\"6\" fill=\"#000000\" fill-opacity=\"0.35\"/></pattern></defs>\n");
    text(out, 10, 20, "start", title(forecast));
    ticks(out, forecast, height - ROW - 20);
    for (int i = 0; i < forecast.courses().size(); i++) {
      row(out, forecast, forecast.courses().get(i), TOP + i * ROW, colours);
    }
    legend(out, colours, height - 20);
    return out.append("</svg>\n").toString();
  }

  public static String html(Forecast forecast) {
    StringBuilder out = new StringBuilder();
    head(out, forecast);
    section(out, "Forecast", forecast);
    return out.append("</body>\n</html>\n").toString();
  }

  /** Two forecasts of the same time, one above the other. */
  public static String html(Forecast forecast, Forecast against) {
    StringBuilder out = new StringBuilder();
    head(out, forecast);
    section(out, "Forecast", forecast);
    section(out, "Against", against);
    return out.append("</body>\n</html>\n").toString();
  }

  private static void head(StringBuilder out, Forecast forecast) {
    out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    out.append(escape(title(forecast)));
    out.append(
        "</title>\n<style>body{font:14px/1.5 sans-serif;margin:2em;color:#111;background:#fff}"
            + "table{border-collapse:collapse;margin-top:1em}th,td{text-align:left;padding:.2em"
            + " 1em .2em 0;border-bottom:1px solid #ddd}svg{max-width:100%;height:auto}</style>\n"
            + "</head>\n<body>\n");
  }

  private static void section(StringBuilder out, String heading, Forecast forecast) {
    out.append("<h1>").append(escape(heading)).append("</h1>\n");
    out.append(svg(forecast));
    out.append(
        "<table>\n<tr><th>At</th><th>Target</th><th>Release</th><th>Before</th><th>Why</th>");
    out.append("</tr>\n");
    for (Move move : forecast.moves()) {
      String previous = move.previous();
      out.append("<tr>");
      cell(out, Micros.text(move.at()));
      cell(out, move.target());
      cell(out, move.release());
      cell(out, previous == null ? "–" : previous);
      cell(out, move.reason());
      out.append("</tr>\n");
    }
    out.append("</table>\n");
    if (forecast.moves().isEmpty()) {
      out.append("<p>Nothing changes in this time.</p>\n");
    }
  }

  private static String title(Forecast forecast) {
    return "Releases from " + Micros.text(forecast.from()) + " to " + Micros.text(forecast.to());
  }

  private static Map<String, String> colours(Forecast forecast) {
    Map<String, String> colours = new LinkedHashMap<>();
    for (Course course : forecast.courses()) {
      for (Segment segment : course.segments()) {
        String release = segment.release();
        if (release != null) {
          colours.computeIfAbsent(release, key -> COLOURS.get(colours.size() % COLOURS.size()));
        }
      }
    }
    return colours;
  }

  private static void ticks(StringBuilder out, Forecast forecast, int bottom) {
    long span = forecast.to() - forecast.from();
    long step = TICKS.getLast().toSeconds() * Micros.PER_SECOND;
    for (Duration tick : TICKS) {
      if (span / (tick.toSeconds() * Micros.PER_SECOND) <= 9) {
        step = tick.toSeconds() * Micros.PER_SECOND;
        break;
      }
    }
    long first = Math.floorDiv(forecast.from() + step - 1, step) * step;
    boolean days = step >= 86_400 * Micros.PER_SECOND;
    for (long at = first; at <= forecast.to() && at - first < 100 * step; at += step) {
      double x = x(forecast, at);
      out.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>%n",
              x,
              TOP - 6,
              x,
              bottom));
      String label = Micros.text(at);
      text(
          out,
          x,
          TOP - 10,
          "middle",
          days ? label.substring(5, 10) : label.substring(5, 16).replace('T', ' '));
    }
  }

  private static void row(
      StringBuilder out, Forecast forecast, Course course, int y, Map<String, String> colours) {
    text(out, LEFT - 10, y + 13, "end", shortened(course.target(), 26));
    for (Segment segment : course.segments()) {
      double x = x(forecast, segment.from());
      double width = Math.max(1, x(forecast, segment.to()) - x);
      String release = segment.release();
      String label = release == null ? "nothing" : release;
      String colour = release == null ? "#eeeeee" : colours.getOrDefault(release, "#eeeeee");
      bar(
          out,
          x,
          y,
          width,
          colour,
          (segment.deploying() ? "deploying " : "")
              + label
              + " "
              + Micros.text(segment.from())
              + " – "
              + Micros.text(segment.to()));
      if (segment.deploying()) {
        bar(out, x, y, width, "url(#deploying)", "deploying " + label);
      } else if (width > label.length() * 7.0) {
        text(out, x + 4, y + 13, "start", label);
      }
    }
  }

  private static void bar(
      StringBuilder out, double x, int y, double width, String fill, String title) {
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\""
                + " fill=\"%s\"><title>%s</title></rect>%n",
            x,
            y,
            width,
            BAR,
            fill,
            escape(title)));
  }

  private static void legend(StringBuilder out, Map<String, String> colours, int y) {
    double x = LEFT;
    for (Map.Entry<String, String> entry : colours.entrySet()) {
      String label = shortened(entry.getKey(), 30);
      if (x + label.length() * 7.0 > LEFT + WIDTH) {
        text(out, x, y, "start", "…");
        return;
      }
      bar(out, x, y - 13, 14, entry.getValue(), entry.getKey());
      text(out, x + 20, y, "start", label);
      x += 40 + label.length() * 7.0;
    }
  }

  private static double x(Forecast forecast, long time) {
    double share = (double) (time - forecast.from()) / Math.max(1, forecast.to() - forecast.from());
    return LEFT + WIDTH * Math.clamp(share, 0, 1);
  }

  private static void text(StringBuilder out, double x, int y, String anchor, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            escape(text)));
  }

  private static void cell(StringBuilder out, String text) {
    out.append("<td>").append(escape(text)).append("</td>");
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  private static String escape(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> out.appendCodePoint(Character.isISOControl(c) ? 0xFFFD : c);
          }
        });
    return out.toString();
  }
}
