package dev.fleetwright.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.release.forecast.Forecast;
import dev.fleetwright.release.forecast.Move;
import dev.fleetwright.release.forecast.Simulation;
import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What must hold for every fleet and every rule. A failing seed is in the message. */
class PropertiesTest {

  private static final int SEEDS = 1_500;

  /** For what walks through time. */
  private static final int FEWER_SEEDS = 400;

  private static final long DAY = 24 * RandomWorld.HOUR;

  private record Answer(@Nullable String chosen, Choice choice, @Nullable String blockedBy) {
    static Answer of(Selection selection) {
      Release chosen = selection.chosen();
      return new Answer(
          chosen == null ? null : chosen.id(), selection.choice(), selection.blockedBy());
    }
  }

  private static Selection select(Snapshot snapshot, Target target, long now) {
    return RuleEngine.select(snapshot, target, new Intents(), now);
  }

  @Test
  void rulesNeverAddACandidateAndTheTraceAccountsForEveryRelease() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      Snapshot snapshot = world.snapshot();
      for (Target target : world.targets) {
        Selection selection =
            RuleEngine.explain(
                snapshot, target, new Intents(), RandomWorld.START + seed % 30 * RandomWorld.HOUR);
        Set<String> left = new HashSet<>(snapshot.releasesOf("d").ids());
        for (RuleTrace rule : selection.trace()) {
          List<String> seen = new ArrayList<>(rule.kept());
          rule.removed().forEach(r -> seen.add(r.release()));
          assertThat(seen).as("seed %d %s", seed, rule).doesNotHaveDuplicates();
          assertThat(left).as("seed %d %s", seed, rule).containsAll(seen);
          seen.addAll(rule.removedEarlier());
          assertThat(seen)
              .as("seed %d %s", seed, rule)
              .containsExactlyInAnyOrderElementsOf(snapshot.releasesOf("d").ids());
          if (!rule.kept().isEmpty()) {
            left.retainAll(rule.kept());
          }
        }
      }
    }
  }

  @Test
  void theVerdictAloneIsTheSameAsTheExplainedOne() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      Snapshot snapshot = world.snapshot();
      for (Target target : world.targets) {
        long now = RandomWorld.START + seed % 48 * RandomWorld.HOUR / 2;
        Selection explained = RuleEngine.explain(snapshot, target, new Intents(), now);
        Selection quick = select(snapshot, target, now);
        assertThat(Answer.of(quick)).as("seed %d", seed).isEqualTo(Answer.of(explained));
        assertThat(quick.changesAt()).as("seed %d", seed).isEqualTo(explained.changesAt());
      }
    }
  }

  @Test
  void addingABlockingRuleNeverUnblocks() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      Random random = new Random(seed);
      List<DeploymentResourceRule> more = new ArrayList<>(world.rules);
      more.add(
          random.nextInt(more.size() + 1),
          RandomWorld.rule(RandomWorld.RULES.get(random.nextInt(RandomWorld.RULES.size()))));
      long now = RandomWorld.START + random.nextInt(24) * RandomWorld.HOUR;
      for (Target target : world.targets) {
        // A sequential rule changes what later ones see, never what all of them leave.
        boolean before = select(world.snapshot(), target, now).isAllowed();
        boolean after = select(world.snapshot(more), target, now).isAllowed();
        assertThat(after && !before).as("seed %d: %s", seed, target).isFalse();
      }
    }
  }

  @Test
  void theOrderOfTheInputNeverMatters() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      long now = RandomWorld.START + seed % 24 * RandomWorld.HOUR;
      List<Selection> before = explainAll(world, now);
      Random random = new Random(seed);
      Collections.shuffle(world.releases, random);
      Collections.shuffle(world.targets, random);
      Collections.shuffle(world.approvals, random);
      world.targets.replaceAll(target -> {
        List<Job> jobs = new ArrayList<>(target.jobs());
        Collections.shuffle(jobs, random);
        return target.withJobs(jobs);
      });
      assertThat(explainAll(world, now)).as("seed %d", seed).isEqualTo(before);
    }
  }

  private static List<Selection> explainAll(RandomWorld world, long now) {
    return Admission.admit(world.snapshot(), world.targets, new Intents(), now, true);
  }

  @Test
  void betweenTwoWakeUpsTheAnswerDoesNotChange() {
    for (int seed = 0; seed < FEWER_SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      Snapshot snapshot = world.snapshot();
      Random random = new Random(seed);
      for (Target target : world.targets) {
        long now = RandomWorld.START - RandomWorld.HOUR;
        for (int step = 0; step < 60 && now < RandomWorld.START + 2 * DAY; step++) {
          Selection selection = select(snapshot, target, now);
          long next = selection.changesAt();
          assertThat(next).as("seed %d", seed).isGreaterThan(now);
          long end = Math.min(next, now + 2 * DAY);
          for (long between :
              new long[] {now + 1, end - 1, now + (long) (random.nextDouble() * (end - now))}) {
            if (between > now && between < next) {
              assertThat(Answer.of(select(snapshot, target, between)))
                  .as(
                      "seed %d, %s from %s at %s",
                      seed, target.name(), Micros.text(now), Micros.text(between))
                  .isEqualTo(Answer.of(selection));
            }
          }
          now = next;
        }
      }
    }
  }

  @Test
  void aForecastAgreesWithSelectAtEachOfItsTimes() {
    int moves = 0;
    for (int seed = 0; seed < FEWER_SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      Simulation simulation =
          new Simulation(world.snapshot(), RandomWorld.START, seed % 3 * RandomWorld.HOUR / 2);
      for (int step = 0; step < 40 && simulation.now() < RandomWorld.START + 2 * DAY; step++) {
        long now = simulation.now();
        int known = simulation.moves().size();
        simulation.step();
        List<Move> made = simulation.moves().subList(known, simulation.moves().size());
        moves += made.size();
        // Asked again with what it has become, nobody who is free would still move at this time.
        for (Selection answer :
            Admission.admit(
                simulation.snapshot(),
                simulation.snapshot().fleet().targets(),
                new Intents(),
                now,
                false)) {
          Target target = simulation.snapshot().fleet().target(answer.target());
          boolean busy = target != null && target.jobs().stream().anyMatch(j -> j.isRunningAt(now));
          assertThat(answer.change().moves() && !busy && !isCircling(made, answer.target()))
              .as("seed %d at %s: %s", seed, Micros.text(now), answer)
              .isFalse();
        }
      }
    }
    assertThat(moves).isGreaterThan(FEWER_SEEDS / 2);
  }

  /** A target that moved at this very time and would again is stopped by the step's own limit. */
  private static boolean isCircling(List<Move> made, String target) {
    return made.stream().filter(move -> move.target().equals(target)).count() > 50;
  }

  @Test
  void theFirstMovesOfAForecastAreWhatSelectAdmits() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      Snapshot snapshot = world.snapshot();
      Set<String> admitted =
          Admission.admit(snapshot, world.targets, new Intents(), RandomWorld.START, false).stream()
              .filter(s -> s.change().moves())
              .filter(s -> {
                Target target = snapshot.fleet().target(s.target());
                return target != null
                    && target.jobs().stream().noneMatch(j -> j.isRunningAt(RandomWorld.START));
              })
              .map(s -> s.target() + " " + (s.chosen() == null ? "" : s.chosen().id()))
              .collect(Collectors.toSet());
      boolean allFree =
          world.targets.stream()
              .allMatch(t -> t.jobs().stream().noneMatch(j -> j.isRunningAt(RandomWorld.START)));
      Set<String> forecast =
          Forecast.of(snapshot, RandomWorld.START, RandomWorld.START + 1, RandomWorld.HOUR)
              .moves()
              .stream()
              .map(move -> move.target() + " " + move.release())
              .collect(Collectors.toSet());
      if (allFree) {
        assertThat(forecast).as("seed %d", seed).containsAll(admitted);
      }
    }
  }

  @Test
  void onlyTouchedTargetsCanChangeByAnApproval() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      if (world.releases.isEmpty()) {
        continue;
      }
      Snapshot before = world.snapshot();
      Approval approval = world.approval(world.releases.getFirst().id());
      Snapshot after = before.withApprovals(before.approvals().plus(approval));
      Set<String> touched =
          Touched.by(before, approval).stream().map(Target::name).collect(Collectors.toSet());
      long now = RandomWorld.START + 10 * RandomWorld.HOUR;
      for (Target target : world.targets) {
        if (!touched.contains(target.name())) {
          assertThat(RuleEngine.explain(after, target, new Intents(), now))
              .as("seed %d", seed)
              .isEqualTo(RuleEngine.explain(before, target, new Intents(), now));
        }
      }
    }
  }

  @Test
  void onlyTouchedTargetsCanChangeByAChangeAtAnother() {
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomWorld world = new RandomWorld(seed);
      Snapshot before = world.snapshot();
      Target changed = world.targets.getFirst();
      Target then =
          world.releases.isEmpty()
              ? changed.withCurrent(null)
              : changed
                  .withCurrent(world.releases.getLast().id())
                  .withJobs(
                      List.of(
                          new Job(
                              world.releases.getLast().id(),
                              JobStatus.SUCCESSFUL,
                              RandomWorld.START,
                              RandomWorld.START + RandomWorld.HOUR,
                              true)));
      Snapshot after = before.withFleet(before.fleet().with(List.of(then)));
      Set<String> touched =
          Touched.by(before, changed).stream().map(Target::name).collect(Collectors.toSet());
      long now = RandomWorld.START + 10 * RandomWorld.HOUR;
      for (Target target : world.targets) {
        if (!touched.contains(target.name())) {
          assertThat(Answer.of(select(after, target, now)))
              .as("seed %d", seed)
              .isEqualTo(Answer.of(select(before, target, now)));
        }
      }
    }
  }
}
