package dev.fleetwright.cli.up;

import java.util.ArrayList;
import java.util.List;

/**
 * What a new user can try on the sample game, as data: it is printed, it can be played, and a test
 * pastes each command and checks what it shows.
 */
record Tour(List<Chapter> chapters) {

  /** Stands for the folder of the tour's files in a command. */
  static final String FILES = "{tour}";

  /**
   * A thing to see.
   *
   * @param story what it is about, in lines
   */
  record Chapter(String title, List<String> story, List<Step> steps) {
    Chapter {
      story = List.copyOf(story);
      steps = List.copyOf(steps);
    }
  }

  /**
   * A command.
   *
   * @param shows what people will see, in one sentence
   * @param arguments what stands after the name of the program
   * @param exitCode how it ends
   * @param expected what must be in its output
   */
  record Step(String shows, String arguments, int exitCode, List<String> expected) {

    String[] words(String files) {
      return arguments.replace(FILES, files).split(" ", -1);
    }
  }

  Tour {
    chapters = List.copyOf(chapters);
  }

  /** The tour of the sample game on these clusters. */
  static Tour of(List<String> clusters) {
    List<Chapter> chapters = new ArrayList<>();
    String last = clusters.getLast();
    String all = clusters.size() + " of " + clusters.size();
    chapters.add(
        new Chapter(
            "Look around",
            List.of(
                "A world of three modules runs on each cluster. Everything that you see is an"
                    + " object of the hub's API."),
            List.of(
                yes("worlds × clusters", "status", "✓ Running"),
                yes(
                    "which release runs where, and what waits: physics-2.0.0 for its launch day,"
                        + " interaction-1.1.0 for an approval",
                    "status --releases",
                    "✓ physics-1.0.0",
                    "launch-day",
                    "game-master-approves"),
                yes(
                    "why the world is as it is: every requirement, every cluster, every step",
                    "why world/" + SampleGame.WORLD,
                    "is Running",
                    "bound to core-time-source 1.0.0"),
                yes(
                    "what a cluster reports of an object, in full",
                    "returned deployment/physics --limit 1",
                    "availableReplicas: 2"))));
    chapters.add(
        new Chapter(
            "A new release, cluster by cluster",
            List.of(
                "The rule ring-by-ring lets physics 1.1.0 into a ring when the one before runs."),
            List.of(
                yes(
                    "what would change, without changing it: first one cluster only",
                    "plan -f {tour}/1-new-release.yaml",
                    "+ Release anvil-demo/physics-1.1.0",
                    "~ core-physics-engine physics-1.0.0 → physics-1.1.0"),
                yes("the release is there now", "apply -f {tour}/1-new-release.yaml", "created"),
                yes(
                    "it goes from cluster to cluster",
                    "wait release/physics-1.1.0",
                    "✓ release physics-1.1.0 runs at " + all))));
    chapters.add(
        new Chapter(
            "An approval",
            List.of("interaction 1.1.0 has waited all the time: a game master must approve it."),
            List.of(
                yes(
                    "who has to do what",
                    "why release/interaction-1.1.0",
                    "game-master-approves",
                    "to do:"),
                yes("Grace approves", "apply -f {tour}/2-approval.yaml", "created"),
                yes(
                    "and it goes out",
                    "wait release/interaction-1.1.0",
                    "✓ release interaction-1.1.0 runs at " + all))));
    chapters.add(
        new Chapter(
            "A freeze",
            List.of("Season finale: nothing of the time source may move. A hotfix comes anyway."),
            List.of(
                yes("the freeze", "apply -f {tour}/3-freeze.yaml", "Freeze", "created"),
                yes("the hotfix", "apply -f {tour}/3-hotfix.yaml", "created"),
                yes(
                    "the hotfix waits, and why",
                    "why release/time-source-1.0.1",
                    "Freeze",
                    "season finale"),
                yes("the finale is over", "delete -f {tour}/3-freeze.yaml", "deleted"),
                yes(
                    "and the hotfix goes out by itself",
                    "wait release/time-source-1.0.1",
                    "✓ release time-source-1.0.1 runs at " + all))));
    chapters.add(
        new Chapter(
            "A broken requirement",
            List.of("Somebody makes physics require a time source ^2.0.0; there is 1.0.0 only."),
            List.of(
                yes("the mistake", "apply -f {tour}/4-broken-requirement.yaml", "changed"),
                yes(
                    "the world is in error; what runs keeps running",
                    "wait world/" + SampleGame.WORLD + " --for Error",
                    "✓ world " + SampleGame.WORLD + " is Error"),
                no(
                    "the deepest cause, and what to do about it (why exits 1: something is wrong)",
                    "why world/" + SampleGame.WORLD,
                    "requires time.source ^2.0.0",
                    "to do:"),
                yes(
                    "the range that why proposes",
                    "apply -f {tour}/4-mended-requirement.yaml",
                    "changed"),
                yes(
                    "all is well",
                    "wait world/" + SampleGame.WORLD,
                    "✓ world " + SampleGame.WORLD + " is Running"))));
    chapters.add(
        new Chapter(
            "A cluster that is cut off",
            List.of(
                "The line to " + last + " breaks. What runs there goes on; nobody hears of it."),
            List.of(
                yes("the line breaks", "cluster cut-off " + last, "is cut off"),
                yes(
                    "after 20 seconds without a word the hub calls it silent",
                    "wait cluster/" + last + " --for silent",
                    "is silent since"),
                no("the clusters, the stalest first", "top", last, "✗ Silent"),
                yes(
                    clusters.size() == 1
                        ? "a release that comes meanwhile cannot get there"
                        : "a release that comes meanwhile reaches the others only",
                    "apply -f {tour}/5-while-away.yaml",
                    "created"),
                no("the world with its silent cluster", "status", "✗ Silent"),
                no(
                    "where the new release is, and where it cannot get to",
                    "why release/time-source-1.0.2",
                    "this one is on its way",
                    last + ": nothing was heard of its agent since"),
                yes("the line is back", "cluster reconnect " + last, "connected again"),
                yes(
                    "it catches up by itself",
                    "wait release/time-source-1.0.2",
                    "✓ release time-source-1.0.2 runs at " + all),
                yes(
                    "everything runs everywhere again",
                    "wait world/" + SampleGame.WORLD,
                    "is Running"))));
    chapters.add(swarm());
    return new Tour(chapters);
  }

  private static Chapter swarm() {
    return new Chapter(
        "A swarm that runs alone",
        List.of(
            "Three small programs pass items through queues of the broker. They run for real, in"
                + " this process, and each command waits for its confirmation."),
        List.of(
            yes("the swarm is there", "swarm create mill -f {tour}/6-swarm.yaml", "✓ confirmed"),
            yes(
                "and gets its programs, which are ready and do nothing yet",
                "swarm template mill -f {tour}/6-swarm.yaml",
                "✓ confirmed"),
            yes(
                "they start in the order of their queues, each when the one before is healthy",
                "swarm start mill",
                "✓ confirmed  swarm-start mill: Running"),
            yes(
                "a setting while it runs, confirmed once the component shows it",
                "swarm config mill processor prefix=fine-",
                "✓ confirmed"),
            yes(
                "what each says of itself now",
                "swarm status mill",
                "Running",
                "processor.mill_processor"),
            yes("nothing of it stays", "swarm remove mill", "✓ confirmed")));
  }

  private static Step yes(String shows, String arguments, String... expected) {
    return new Step(shows, arguments, 0, List.of(expected));
  }

  private static Step no(String shows, String arguments, String... expected) {
    return new Step(shows, arguments, 1, List.of(expected));
  }
}
