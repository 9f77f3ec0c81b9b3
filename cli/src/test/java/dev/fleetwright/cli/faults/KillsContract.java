package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hub, agents and broker are processes that die at random moments while people change worlds.
 * Afterwards everything is as if nothing had died.
 */
abstract class KillsContract {

  private static final int CHANGES = Integer.getInteger("fleetwright.faults.changes", 20);

  /** One for all brokers, so that they share the quiet run. */
  private static final long SEED =
      Long.getLong("fleetwright.faults.seed", System.nanoTime() & 0xffff);

  private static final int CHANGES_PER_KILL = 4;

  /** Each costs the start of a process, and the long form has to end some time. */
  private static final int MOST_KILLS = 24;

  @TempDir Path folder;

  /** Something that can be killed and starts again on the same data. */
  interface Mortal {
    String name();

    void kill() throws Exception;

    /** Returns when it is up. */
    void startAgain() throws Exception;
  }

  static Mortal mortal(Part part) {
    return new Mortal() {
      @Override
      public String name() {
        return part.name();
      }

      @Override
      public void kill() {
        part.kill();
      }

      @Override
      public void startAgain() throws Exception {
        part.startAndWait();
      }
    };
  }

  @Test
  void whoDiesAtAnyMomentLosesNothingAndDoublesNothing() throws Exception {
    System.out.println(
        getClass().getSimpleName()
            + ": repeat with -Dfleetwright.faults.seed="
            + SEED
            + " -Dfleetwright.faults.changes="
            + CHANGES);
    Change.Script script = Change.script(SEED, CHANGES);
    String[] clusters = {"east", "west"};
    SortedMap<String, String> quiet = QuietRun.of(folder.resolve("quiet"), script, clusters);
    try (Bed bed = Bed.start(folder.resolve("killed"), clusters)) {
      run(bed, script, quiet);
    }
  }

  /** Brings up the broker and calls with its address and the broker. */
  abstract void withBroker(Path logs, BrokerUse use) throws Exception;

  interface BrokerUse {
    void with(String amqp, Mortal broker) throws Exception;
  }

  private void run(Bed bed, Change.Script script, SortedMap<String, String> quiet)
      throws Exception {
    withBroker(
        bed.folder(),
        (amqp, broker) -> {
          try (Part hub = bed.hubProcess("hub-a", amqp);
              Part east = bed.agentProcess("east", amqp);
              Part west = bed.agentProcess("west", amqp);
              Images images = new Images(bed)) {
            hub.start();
            east.start();
            west.startAndWait();
            Bed.await("all are up", () -> hub.isUp() && east.isUp());
            List<Mortal> mortals = List.of(mortal(hub), mortal(east), mortal(west), broker);
            People people = new People(bed);
            people.begin();
            List<Kill> kills =
                Kill.schedule(
                    SEED,
                    CHANGES,
                    mortals.size(),
                    Math.min(MOST_KILLS, CHANGES / CHANGES_PER_KILL));
            change(people, script, kills, mortals);
            Bed.await(
                "everything is as in the quiet run",
                // The whole state is much to read again and again beside those who still work.
                () ->
                    QuietRun.isDone(bed, script)
                        && Snapshot.difference(quiet, Snapshot.of(bed)).isEmpty(),
                () -> Snapshot.difference(quiet, Snapshot.of(bed)) + logs(hub, east, west));
            Bed.await("nothing is under way", () -> Commands.read(bed).isQuiet());
            assertThat(Snapshot.difference(quiet, QuietRun.settled(bed)))
                .as("it stays as in the quiet run")
                .isEmpty();
            Commands commands = Commands.read(bed);
            commands.check(script.worlds());
            assertThat(images.stepsBack()).as("releases that came back").isEmpty();
            System.out.println(
                getClass().getSimpleName()
                    + ": "
                    + CHANGES
                    + " changes, "
                    + kills.size()
                    + " kills, "
                    + commands.count()
                    + " commands with one outcome each");
          }
        });
  }

  private static String logs(Part... parts) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      String said = part.said();
      text.append("\n== ").append(part.name()).append('\n');
      text.append(said.substring(Math.max(0, said.length() - 6_000)));
    }
    return text.toString();
  }

  /**
   * Kills come beside the changes and beside each other. A change that a kill is to follow waits
   * until its victim is up again from the kill before, so that each kill meets somebody at work.
   */
  private static void change(
      People people, Change.Script script, List<Kill> kills, List<Mortal> mortals)
      throws Exception {
    try (ExecutorService killers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Void>> lives = new ArrayList<>();
      mortals.forEach(_ -> lives.add(CompletableFuture.completedFuture(null)));
      for (int i = 0; i < script.changes().size(); i++) {
        int now = i;
        List<Kill> due = kills.stream().filter(kill -> kill.at() == now).toList();
        for (Kill kill : due) {
          awaitUp(lives.get(kill.victim()));
        }
        people.make(script.changes().get(i));
        for (Kill kill : due) {
          lives.set(
              kill.victim(),
              lives
                  .get(kill.victim())
                  .thenRunAsync(() -> execute(kill, mortals.get(kill.victim())), killers));
        }
      }
      for (CompletableFuture<Void> life : lives) {
        awaitUp(life);
      }
    }
  }

  private static void awaitUp(CompletableFuture<Void> life) throws Exception {
    life.get(10, TimeUnit.MINUTES);
  }

  private static void execute(Kill kill, Mortal victim) {
    try {
      Thread.sleep(kill.after());
      victim.kill();
      Thread.sleep(kill.down());
      victim.startAgain();
    } catch (Exception e) {
      throw new IllegalStateException("killing " + victim.name(), e);
    }
  }
}
