package dev.fleetwright.hub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HearingTest {

  private static final Duration SILENCE = Duration.ofSeconds(20);

  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private final List<String> news = new ArrayList<>();
  private final Hearing hearing = new Hearing(SILENCE, () -> now, news::add);

  @Test
  void heartbeatsAreNoNewsAndSilenceIs() {
    see("ns_world_one", SwarmState.RUNNING);
    see("ns_world_one", SwarmState.DEGRADED);
    see("ns_world_one", SwarmState.RUNNING);
    assertThat(news).containsExactly("one");
    assertThat(hearing.hears("one")).isTrue();
    assertThat(hearing.silentSince("one")).isEmpty();

    see("ns_world_one", SwarmState.UNKNOWN);
    assertThat(news).containsExactly("one", "one");
    assertThat(hearing.silentSince("one"))
        .as("a swarm is unknown once it was not heard for that long")
        .contains(now.minus(SILENCE));
  }

  @Test
  void aClusterIsHeardOfWhileOneOfItsSwarmsIs() {
    see("ns_a_one", SwarmState.RUNNING);
    see("ns_b_one", SwarmState.STOPPED);
    see("ns_a_one", SwarmState.UNKNOWN);
    assertThat(hearing.hears("one")).isTrue();
    see("ns_b_one", SwarmState.UNKNOWN);
    assertThat(hearing.hears("one")).isFalse();
    assertThat(hearing.silentSince("one")).isPresent();
    see("ns_a_one", SwarmState.REMOVED);
    see("ns_b_one", SwarmState.REMOVED);
    assertThat(hearing.silentSince("one")).as("nothing is there that could speak").isEmpty();
  }

  @Test
  void whatHasNeverSpokenHasTimeTo() {
    see("ns_a_one", SwarmState.UNKNOWN);
    assertThat(hearing.silentSince("one")).contains(now);
    assertThat(hearing.silentSince("other")).isEmpty();
    assertThat(hearing.hears("other")).isFalse();
  }

  @Test
  void aSwarmThatRunsAloneIsOfNoClusterThatItsNameSays() {
    see("bees", SwarmState.RUNNING);
    assertThat(news).isEmpty();
  }

  private void see(String swarm, SwarmState state) {
    now = now.plusSeconds(1);
    hearing.seen(new SwarmView(swarm, null, true, state, Totals.NONE, null, null, null));
  }
}
