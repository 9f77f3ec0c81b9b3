package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.capability.PlanDiff.Change;
import dev.fleetwright.capability.kinds.WorldPhase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanDiffTest {

  private static BindingPlan plan(String world, Map<String, Object> modules) {
    return Given.of(Map.of("worldName", world, "modules", modules)).resolve();
  }

  private static Map<String, Object> provides(String version) {
    return Map.of("provides", List.of(Map.of("capabilityId", "time.source", "version", version)));
  }

  private static Map<String, Object> requires(String range) {
    return Map.of(
        "requires", List.of(Map.of("capabilityId", "time.source", "versionConstraint", range)));
  }

  @Test
  void equalPlansHaveNoDifference() {
    Map<String, Object> modules = Map.of("clock", provides("1.0.0"), "physics", requires("1"));
    assertThat(PlanDiff.between(plan("w", modules), plan("w", modules)).isEmpty()).isTrue();
    assertThat(PlanDiff.between(List.of(plan("w", modules)), List.of(plan("w", modules))))
        .isEmpty();
  }

  @Test
  void aBetterProviderRebinds() {
    PlanDiff diff =
        PlanDiff.between(
            plan("w", Map.of("clock", provides("1.0.0"), "physics", requires("1"))),
            plan(
                "w",
                Map.of(
                    "clock",
                    provides("1.0.0"),
                    "better",
                    provides("1.1.0"),
                    "physics",
                    requires("1"))));
    assertThat(diff.changes()).hasSize(1);
    assertThat(diff.changes().getFirst())
        .isInstanceOfSatisfying(
            Change.Rebound.class,
            rebound -> {
              assertThat(rebound.changesProvider()).isTrue();
              assertThat(rebound.changesVersion()).isTrue();
              assertThat(rebound.from().name()).isEqualTo(rebound.to().name());
            });
  }

  @Test
  void aLostProviderRemovesAndLeavesAGapAndBack() {
    BindingPlan good = plan("w", Map.of("clock", provides("1.0.0"), "physics", requires("1")));
    BindingPlan bad = plan("w", Map.of("clock", provides("2.0.0"), "physics", requires("1")));
    PlanDiff worse = PlanDiff.between(good, bad);
    assertThat(worse.before()).isEqualTo(WorldPhase.RUNNING);
    assertThat(worse.after()).isEqualTo(WorldPhase.ERROR);
    assertThat(worse.changes().getFirst()).isInstanceOf(Change.Removed.class);
    assertThat(worse.changes().getLast()).isInstanceOf(Change.Lost.class);
    PlanDiff better = PlanDiff.between(bad, good);
    assertThat(better.changes().getFirst()).isInstanceOf(Change.Added.class);
    assertThat(better.changes().getLast()).isInstanceOf(Change.Settled.class);
  }

  @Test
  void worldsThatComeAndGoAreDifferences() {
    Map<String, Object> modules = Map.of("clock", provides("1.0.0"), "physics", requires("1"));
    List<PlanDiff> diffs =
        PlanDiff.between(
            List.of(plan("gone", modules), plan("same", modules)),
            List.of(plan("same", modules), plan("new", modules)));
    assertThat(diffs).extracting(diff -> diff.world().name()).containsExactly("gone", "new");
    assertThat(diffs.getFirst().after()).isNull();
    assertThat(diffs.getLast().before()).isNull();
    assertThat(diffs.getLast().changes().getFirst()).isInstanceOf(Change.Added.class);
  }
}
