package dev.fleetwright.apiserver.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void countsThoseWhoWereReadyLongEnoughAndTellsWhenTheNextWillBe() {
    List<ObjectNode> pods =
        List.of(
            pod("True", "2026-01-01T11:59:50Z"),
            pod("True", "2026-01-01T11:59:52Z"),
            pod("True", "2026-01-01T11:59:57Z"),
            pod("False", "2026-01-01T11:00:00Z"));
    assertThat(Availability.of(owner(10), pods, NOW))
        .isEqualTo(new Availability(1, Duration.ofSeconds(2)));
    assertThat(Availability.of(owner(0), pods, NOW)).isEqualTo(new Availability(3, null));
  }

  @Test
  void aPodThatDoesNotSayWhenDoesNotWait() {
    assertThat(Availability.of(owner(10), List.of(pod("True", "never")), NOW))
        .isEqualTo(new Availability(1, null));
  }

  private static ObjectNode owner(int seconds) {
    ObjectNode owner = Json.object();
    owner.putObject("spec").put("minReadySeconds", seconds);
    return owner;
  }

  private static ObjectNode pod(String ready, String since) {
    ObjectNode pod = Json.object();
    pod.putObject("metadata").put("name", "p");
    pod.putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", ready)
        .put("lastTransitionTime", since);
    return pod;
  }
}
