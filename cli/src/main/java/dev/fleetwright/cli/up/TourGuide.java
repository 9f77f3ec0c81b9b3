package dev.fleetwright.cli.up;

import dev.fleetwright.cli.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Prints a tour, or plays it. */
final class TourGuide {

  private final Console console;
  private final TourPlace place;
  private final Tour tour;

  TourGuide(Console console, TourPlace place, Tour tour) {
    this.console = console;
    this.place = place;
    this.tour = tour;
  }

  /** All of it, to be pasted into another terminal. */
  void print() {
    console.out().println();
    console.out().println(console.bold("A tour, to be pasted into another terminal:"));
    console.out().println();
    place.preparation().forEach(line -> console.out().println("  " + line));
    int number = 1;
    for (Tour.Chapter chapter : tour.chapters()) {
      title(number++, chapter);
      for (Tour.Step step : chapter.steps()) {
        console.out().println(console.dim("# " + step.shows()));
        console.out().println("  " + command(step));
      }
    }
    console.out().println();
    console.out().println("demo --tour plays all of this by itself. Ctrl-C here stops everything.");
    console.out().flush();
  }

  private void title(int number, Tour.Chapter chapter) {
    console.out().println();
    console.out().println(console.bold(number + ". " + chapter.title()));
    chapter.story().forEach(console.out()::println);
  }

  private String command(Tour.Step step) {
    return place.program() + " " + String.join(" ", step.words(place.files()));
  }

  /**
   * Runs each command and shows what it shows. On a terminal it waits for Enter before each.
   *
   * @param run a command line in this process
   * @return whether all of it went as the tour tells
   */
  boolean play(Path kubeconfig, BiFunction<Console, String[], Integer> run) throws IOException {
    List<String> surprises = new ArrayList<>();
    int number = 1;
    for (Tour.Chapter chapter : tour.chapters()) {
      title(number++, chapter);
      for (Tour.Step step : chapter.steps()) {
        console.out().println();
        console.out().println(console.dim("# " + step.shows()));
        console.out().print(console.bold("$ " + command(step)));
        pause();
        String surprise = play(step, kubeconfig, run);
        if (!surprise.isEmpty()) {
          console.out().println(console.red("✗") + " " + surprise);
          surprises.add(command(step) + ": " + surprise);
        }
      }
    }
    console.out().println();
    if (surprises.isEmpty()) {
      console.out().println(console.green("✓") + " the tour is over; all of it went as told");
    } else {
      console.out().println(console.red("✗") + " not all of the tour went as told:");
      surprises.forEach(line -> console.out().println("  " + line));
    }
    console.out().flush();
    return surprises.isEmpty();
  }

  private void pause() throws IOException {
    if (!console.live()) {
      console.out().println();
      return;
    }
    console.out().print(console.dim("   [Enter]"));
    console.out().flush();
    int read;
    do {
      read = console.in().read();
    } while (read >= 0 && read != '\n');
    if (read < 0) {
      console.out().println(); // nobody types, so nobody has ended the line
    }
  }

  private String play(Tour.Step step, Path kubeconfig, BiFunction<Console, String[], Integer> run) {
    List<String> words = new ArrayList<>(List.of(step.words(place.absoluteFiles().toString())));
    words.add("--kubeconfig");
    words.add(kubeconfig.toString());
    Overheard out = new Overheard(console.out());
    Console heard =
        new Console(
            console.in(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            console.err(),
            console.colour(),
            false);
    int exitCode = run.apply(heard, words.toArray(String[]::new));
    if (exitCode != step.exitCode()) {
      return "it ended with " + exitCode + ", not with " + step.exitCode();
    }
    String text = out.text();
    return step.expected().stream()
        .filter(expected -> !text.contains(expected))
        .findFirst()
        .map(missing -> "this is missing: " + missing)
        .orElse("");
  }

  /** Passes everything on and keeps it, without its colours. */
  private static final class Overheard extends OutputStream {

    private final OutputStream to;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    Overheard(OutputStream to) {
      this.to = to;
    }

    @Override
    public void write(int one) throws IOException {
      to.write(one);
      kept.write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      to.write(bytes, from, count);
      kept.write(bytes, from, count);
    }

    @Override
    public void flush() throws IOException {
      to.flush();
    }

    String text() {
      return kept.toString(StandardCharsets.UTF_8).replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "");
    }
  }
}
