package dev.fleetwright.release.rules;

import dev.fleetwright.release.TargetSelector;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads how a rollout goes on: the options of one mode, and none of another. */
final class PaceOptions {

  private static final int MOST = 1_000_000;

  private static final Map<String, List<String>> OF_MODE =
      Map.of(
          "rate", List.of("targets", "percent", "periodMinutes"),
          "order", List.of("curve", "intervalMinutes", "totalMinutes", "growth", "start"),
          "waves", List.of("waves"));

  private PaceOptions() {}

  static Pace read(Options options) {
    String mode = "";
    if (!options.has("mode")) {
      options.required("mode");
    } else {
      mode = options.choice("mode", List.of("rate", "order", "waves"));
      rejectOthers(options, mode);
    }
    OF_MODE.values().forEach(names -> names.forEach(options::ignore));
    return switch (mode) {
      case "rate" -> rate(options);
      case "order" -> order(options);
      case "waves" -> waves(options);
      default -> new Pace.Waves(List.of());
    };
  }

  private static void rejectOthers(Options options, String mode) {
    OF_MODE.forEach((other, names) -> {
      for (String name : names) {
        if (!other.equals(mode) && options.has(name)) {
          options.problem(
              "contradiction",
              name,
              "\"" + name + "\" belongs to mode " + other + ", and the mode is " + mode,
              "remove it, or change the mode");
        }
      }
    });
  }

  private static Pace rate(Options options) {
    Integer targets = options.whole("targets", 1, MOST);
    Integer percent = options.whole("percent", 1, 100);
    if (options.has("targets") == options.has("percent")) {
      options.problem(
          "missing-option", "targets", "a rate has either targets or percent", "write one of them");
    }
    long period = positive(options, "periodMinutes");
    return new Pace.Rate(targets == null ? 0 : targets, percent == null ? 0 : percent, period);
  }

  private static Pace order(Options options) {
    String curve = options.choice("curve", List.of("linear", "normalised", "exponential"));
    boolean fromCreation =
        options.choice("start", List.of("firstDeployment", "creation")).equals("creation");
    Pace.Curve read =
        switch (curve) {
          case "linear" -> new Pace.Curve.Linear(positive(options, "intervalMinutes"));
          case "normalised" -> new Pace.Curve.Normalised(positive(options, "totalMinutes"));
          default -> new Pace.Curve.Exponential(positive(options, "totalMinutes"), growth(options));
        };
    return new Pace.Ordered(read, fromCreation);
  }

  private static double growth(Options options) {
    if (!options.has("growth")) {
      options.required("growth");
      return 1;
    }
    Double growth = options.number("growth");
    if (growth != null && growth <= 0) {
      options.problem("out-of-range", "growth", growth + " is not more than 0", "use 1 or more");
      return 1;
    }
    return growth == null ? 1 : growth;
  }

  private static long positive(Options options, String name) {
    long micros = options.requiredMinutes(name);
    if (micros == 0 && options.has(name) && options.minutes(name) != null) {
      options.problem("out-of-range", name, "0 minutes are no pace", "use 1 or more");
    }
    return Math.max(micros, Micros.PER_MINUTE);
  }

  private static Pace waves(Options options) {
    List<Options> written = options.mappings("waves");
    if (written.isEmpty()) {
      options.problem("missing-option", "waves", "there are no waves", "add at least one");
    }
    List<Pace.Wave> waves = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      Options wave = written.get(i);
      waves.add(
          new Pace.Wave(
              wave.text("name", "number " + (i + 1)),
              new TargetSelector(
                  List.of(), List.of(), wave.globs("targets"), List.of(), wave.labels("resources")),
              wave.minutes("soakMinutes", 0),
              wave.whole("percent", 1, 100, 100)));
      wave.rejectUnknown();
    }
    return new Pace.Waves(waves);
  }
}
