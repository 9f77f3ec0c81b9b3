package dev.fleetwright.bench;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs one named benchmark and prints every figure beside its ratio to the reference, all from the
 * same run: absolute figures belong to a machine, ratios travel.
 */
public final class Bench {

  /** A benchmark that can be asked for by name. */
  private interface Entry {
    void run() throws Exception;
  }

  private static final Map<String, Entry> ENTRIES =
      new TreeMap<>(
          Map.ofEntries(
              entry("apiserver-scale", ApiServerScale::run),
              entry("capability", CapabilityBenchmark::run),
              entry(
                  "cel",
                  () ->
                      measure(
                          CelBenchmark.class,
                          "handWritten",
                          "evaluations of " + CelBenchmark.SOURCE + " on 2 threads")),
              entry("fleet", FleetBenchmark::run),
              entry("placement", PlacementBenchmark::run),
              entry(
                  "release",
                  () -> {
                    measure(
                        ReleaseBenchmark.class,
                        "verdict",
                        "decisions over 50 releases and all eight rules, on 1 thread; then a"
                            + " fleet");
                    ReleaseBenchmark.fleet();
                  }),
              entry(
                  "render",
                  () ->
                      measure(
                          RenderBenchmark.class,
                          "components10",
                          "components rendered to a Deployment and a Service each, with all"
                              + " checks")),
              entry("apiserver", ApiserverBenchmark::run),
              entry("status", StatusBenchmark::run),
              entry("swarm", SwarmBenchmark::run)));

  private Bench() {}

  private static Map.Entry<String, Entry> entry(String name, Entry entry) {
    return Map.entry(name, entry);
  }

  public static void main(String[] args) throws Exception {
    Entry entry = args.length == 1 ? ENTRIES.get(args[0]) : null;
    if (entry == null) {
      System.err.println("usage: bench/run <name>, with a name of: " + ENTRIES.keySet());
      System.exit(2);
      return;
    }
    entry.run();
  }

  /**
   * Runs the methods of a class with JMH.
   *
   * @param reference the method that the others are compared with
   */
  private static void measure(Class<?> type, String reference, String about)
      throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(type.getName() + "\\.")
                    .shouldFailOnError(true)
                    .build())
            .run();
    print(reference, about, List.copyOf(results));
  }

  /**
   * The ratio is that of the best measured seconds: other work on the machine only ever makes a
   * second worse, so the best ones are the most alike from run to run.
   */
  private static void print(String referenceName, String about, List<RunResult> results) {
    double reference =
        results.stream()
            .filter(run -> run.getPrimaryResult().getLabel().equals(referenceName))
            .mapToDouble(Bench::best)
            .findFirst()
            .orElseThrow();
    System.out.printf("%n%s%n", about);
    System.out.printf("%-20s %16s %16s  %s%n", "per second", "mean", "best", "ratio of the best");
    for (RunResult run : results) {
      Result<?> result = run.getPrimaryResult();
      System.out.printf(
          Locale.ROOT,
          "%-20s %,16.0f %,16.0f  %s%n",
          result.getLabel(),
          result.getScore(),
          best(run),
          ratio(best(run), reference));
    }
  }

  private static double best(RunResult run) {
    return run.getPrimaryResult().getStatistics().getMax();
  }

  private static String ratio(double score, double reference) {
    return score >= reference
        ? String.format(Locale.ROOT, "%.2f times the reference", score / reference)
        : String.format(Locale.ROOT, "1 / %.2f of the reference", reference / score);
  }
}
