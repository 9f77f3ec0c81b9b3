package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cli.CliRun;
import dev.fleetwright.cli.terminal.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tour of the demo: what it prints is pasted, command by command, and does what it tells. */
class TourTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  @Test
  void everyPrintedCommandDoesWhatTheTourTells() throws Exception {
    Path data = Files.createDirectories(folder.resolve("it's data"));
    try (Platform platform =
        Platform.start(new Platform.Settings(data, 0, 3, Duration.ofMillis(50)))) {
      SampleGame.apply(platform.client());
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!DemoState.read(platform.client()).isDone(3)) {
        assertThat(System.nanoTime()).as("waiting for the world").isLessThan(deadline);
        Thread.sleep(100);
      }
      Tour tour = Tour.of(platform.clusters());
      List<Tour.Step> steps = tour.chapters().stream().flatMap(c -> c.steps().stream()).toList();
      List<List<String>> calls =
          pasted(printed(TourPlace.find(null, data, platform.kubeconfig()), tour));
      assertThat(calls).hasSameSizeAs(steps);
      for (int i = 0; i < calls.size(); i++) {
        List<String> call = calls.get(i);
        Path here = Path.of(call.getFirst());
        List<String> words = new ArrayList<>();
        for (String word : call.subList(2, call.size())) {
          words.add(word.endsWith(".yaml") ? here.resolve(word).toString() : word);
        }
        words.add("--kubeconfig");
        words.add(call.get(1));
        CliRun run = CliRun.of(words.toArray(String[]::new));
        assertThat(run.exitCode())
            .as(call + "\n" + run.out() + run.err())
            .isEqualTo(steps.get(i).exitCode());
        assertThat(run.out()).as(call.toString()).contains(steps.get(i).expected());
      }
    }
  }

  @Test
  void inACheckoutTheFilesOfTheCheckoutAreUsed() throws Exception {
    Path checkout = Path.of("..").toRealPath();
    TourPlace place = TourPlace.find(checkout, folder, folder.resolve("kubeconfig"));
    assertThat(place.preparation().getFirst()).isEqualTo("cd " + checkout);
    for (Tour.Chapter chapter : Tour.of(List.of("one")).chapters()) {
      for (Tour.Step step : chapter.steps()) {
        for (String word : step.words(place.files())) {
          if (word.endsWith(".yaml")) {
            assertThat(checkout.resolve(word)).exists();
          }
        }
      }
    }
    assertThat(folder.resolve("tour")).doesNotExist();
  }

  @Test
  void aTourThatGoesOtherwiseSaysWhere() throws Exception {
    Tour tour =
        new Tour(
            List.of(
                new Tour.Chapter(
                    "One",
                    List.of("A story."),
                    List.of(
                        new Tour.Step("a", "status", 0, List.of("fine")),
                        new Tour.Step("b", "top", 0, List.of("fine")),
                        new Tour.Step("c", "why world/x", 1, List.of("broken"))))));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TourPlace place = new TourPlace(List.of(), "fleetwright", "tour", folder);
    boolean right =
        new TourGuide(console(out), place, tour)
            .play(
                folder.resolve("kubeconfig"),
                (console, words) -> {
                  console.out().println(words[0].equals("top") ? "bad" : "fine");
                  return 0;
                });
    assertThat(right).isFalse();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("fleetwright top: this is missing: fine")
        .contains("fleetwright why world/x: it ended with 0, not with 1")
        .doesNotContain("status: ");
  }

  @Test
  void aTourOfOneClusterSpeaksOfNoOthersAndStopsWaitingWhereNobodyTypes() throws Exception {
    Tour tour = Tour.of(List.of("one"));
    assertThat(tour.chapters().stream().flatMap(c -> c.steps().stream()).map(Tour.Step::shows))
        .noneMatch(shows -> shows.contains("the others"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console live = new Console(new ByteArrayInputStream(new byte[0]), stream, stream, false, true);
    TourPlace place = new TourPlace(List.of(), "fleetwright", "tour", folder);
    new TourGuide(live, place, tour)
        .play(
            folder.resolve("kubeconfig"),
            (console, _) -> {
              console.out().println("said");
              return 0;
            });
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("status   [Enter]\nsaid\n");
  }

  private static Console console(ByteArrayOutputStream out) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Console(new ByteArrayInputStream(new byte[0]), stream, stream, false);
  }

  private static String printed(TourPlace place, Tour tour) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new TourGuide(console(out), place, tour).print();
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What a shell makes of the printed commands: folder, KUBECONFIG and the words of each. */
  private List<List<String>> pasted(String tour) throws Exception {
    StringBuilder script =
        new StringBuilder(
            "fleetwright() { for word in \"$PWD\" \"$KUBECONFIG\" \"$@\"; do"
                + " echo -n \"$word\"; printf '\\0'; done; printf '\\n\\0'; }\n");
    tour.lines().filter(line -> line.startsWith("  ")).forEach(l -> script.append(l).append('\n'));
    Path file = Files.writeString(folder.resolve("pasted.sh"), script);
    Process shell = new ProcessBuilder("bash", "-eu", file.toString()).start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).isZero();
    List<List<String>> calls = new ArrayList<>();
    for (String call : said.split("\n\0", -1)) {
      if (!call.isEmpty()) {
        calls.add(List.of(call.substring(0, call.length() - 1).split("\0", -1)));
      }
    }
    return calls;
  }
}
