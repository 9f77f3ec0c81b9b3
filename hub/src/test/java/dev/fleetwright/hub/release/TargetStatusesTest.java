package dev.fleetwright.hub.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.release.Change;
import dev.fleetwright.release.Choice;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.kinds.DecisionEntry;
import dev.fleetwright.release.kinds.HistoryEntry;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import dev.fleetwright.release.time.Micros;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TargetStatusesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  @Test
  void aDecisionBeginsADeploymentThatEndsWhenItHasArrived() {
    ReleaseTargetStatus decided = TargetStatuses.decided(null, chosen("r1"), "in", NOW);
    assertThat(decided.current()).isNull();
    assertThat(statuses(decided)).containsExactly("r1 in_progress");
    ReleaseTargetStatus arrived = TargetStatuses.arrived(decided, LATER);
    assertThat(arrived.current()).isEqualTo("r1");
    assertThat(statuses(arrived)).containsExactly("r1 successful");
    assertThat(TargetStatuses.arrived(arrived, LATER.plusSeconds(1))).isEqualTo(arrived);
  }

  @Test
  void theSameAnswerLaterIsTheSameStatus() {
    ReleaseTargetStatus decided = TargetStatuses.decided(null, chosen("r1"), "in", NOW);
    assertThat(TargetStatuses.decided(decided, chosen("r1"), "in", LATER)).isEqualTo(decided);
    ReleaseTargetStatus other = TargetStatuses.decided(decided, chosen("r1"), "changed", LATER);
    assertThat(decision(other).time()).isEqualTo(LATER.toString());
  }

  @Test
  void aNewChoiceCancelsTheOneUnderWay() {
    ReleaseTargetStatus first = TargetStatuses.decided(null, chosen("r1"), "in", NOW);
    ReleaseTargetStatus second = TargetStatuses.decided(first, chosen("r2"), "in", LATER);
    assertThat(statuses(second)).containsExactly("r1 cancelled", "r2 in_progress");
  }

  @Test
  void whatIsBlockedKeepsTheReleaseOfBefore() {
    ReleaseTargetStatus running =
        TargetStatuses.arrived(TargetStatuses.decided(null, chosen("r1"), "in", NOW), NOW);
    ReleaseTargetStatus blocked = TargetStatuses.decided(running, chosen(null), "in2", LATER);
    assertThat(decision(blocked).release()).isEqualTo("r1");
    assertThat(decision(blocked).choice()).isEqualTo("blocked");
    assertThat(statuses(blocked)).containsExactly("r1 successful");
  }

  @Test
  void aWayBackIsADeploymentToo() {
    ReleaseTargetStatus first =
        TargetStatuses.arrived(TargetStatuses.decided(null, chosen("r1"), "in", NOW), NOW);
    ReleaseTargetStatus second =
        TargetStatuses.arrived(TargetStatuses.decided(first, chosen("r2"), "in", NOW), NOW);
    ReleaseTargetStatus back = TargetStatuses.decided(second, chosen("r1"), "in", LATER);
    assertThat(statuses(back)).containsExactly("r1 successful", "r2 successful", "r1 in_progress");
  }

  @Test
  void theHistoryStaysShort() {
    ReleaseTargetStatus status = TargetStatuses.decided(null, chosen("r0"), "in", NOW);
    for (int i = 1; i < 60; i++) {
      status = TargetStatuses.decided(status, chosen("r" + i), "in", NOW);
    }
    assertThat(status.history()).hasSize(20);
    assertThat(status.history().getLast().release()).isEqualTo("r59");
    assertThat(status.decisions()).hasSize(10);
    assertThat(status.decisions().getLast().release()).isEqualTo("r58");
  }

  @Test
  void decisionsThatWereReplacedAreRememberedAndTheSameAnswerIsNot() {
    ReleaseTargetStatus first = TargetStatuses.decided(null, chosen("r1"), "in", NOW);
    assertThat(first.decisions()).isEmpty();
    ReleaseTargetStatus again = TargetStatuses.decided(first, chosen("r1"), "other", LATER);
    assertThat(again.decisions()).isEmpty();
    ReleaseTargetStatus blocked = TargetStatuses.decided(again, chosen(null), "other", LATER);
    assertThat(blocked.decisions())
        .singleElement()
        .satisfies(decision -> {
          assertThat(decision.release()).isEqualTo("r1");
          assertThat(decision.choice()).isEqualTo("newest");
          assertThat(decision.time()).isEqualTo(LATER.toString());
        });
    assertThat(TargetStatuses.arrived(blocked, LATER).decisions()).hasSize(1);
  }

  private static DecisionEntry decision(ReleaseTargetStatus status) {
    return Objects.requireNonNull(status.decision());
  }

  private static List<String> statuses(ReleaseTargetStatus status) {
    return status.history().stream().map(TargetStatusesTest::text).toList();
  }

  private static String text(HistoryEntry entry) {
    return entry.release() + " " + entry.status();
  }

  private static Selection chosen(@Nullable String id) {
    Release release =
        id == null
            ? null
            : new Release(id, "d", 0, new Release.Version("1", Map.of(), Map.of()), Map.of());
    return new Selection(
        "t",
        "",
        id == null ? Choice.BLOCKED : Choice.NEWEST,
        id == null ? Change.NONE : Change.DEPLOY,
        release,
        id == null ? 0 : 1,
        id == null ? "rule" : null,
        Micros.NEVER,
        List.of(),
        List.of());
  }
}
