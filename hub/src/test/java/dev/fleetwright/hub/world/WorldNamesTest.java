package dev.fleetwright.hub.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorldNamesTest {

  @Test
  void joinedNamesThatLookAlikeStayApart() {
    assertThat(WorldNames.namespace("a-b", "c")).isNotEqualTo(WorldNames.namespace("a", "b-c"));
    assertThat(WorldNames.target("w", "a-b", "c")).isNotEqualTo(WorldNames.target("w", "a", "b-c"));
  }

  @Test
  void theyAreNamesThatKubernetesTakesHoweverLongTheirPartsAre() {
    String longest = "x".repeat(63);
    assertThat(WorldNames.namespace(longest, longest)).hasSizeLessThanOrEqualTo(63);
    assertThat(WorldNames.isLabel(WorldNames.namespace(longest, longest))).isTrue();
    assertThat(WorldNames.target(longest, "m".repeat(253), longest)).hasSizeLessThanOrEqualTo(253);
    assertThat(WorldNames.isLabel(WorldNames.namespace("a", "world"))).isTrue();
  }

  @Test
  void onlyDnsLabelsNameWorldsAndClusters() {
    assertThat(WorldNames.isLabel("eu-1")).isTrue();
    for (String wrong : new String[] {"", "a.b", "A", "-a", "a-", "a_b", "x".repeat(64)}) {
      assertThat(WorldNames.isLabel(wrong)).as(wrong).isFalse();
    }
  }
}
