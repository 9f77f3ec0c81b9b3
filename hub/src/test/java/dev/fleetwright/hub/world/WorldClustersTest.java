package dev.fleetwright.hub.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.capability.kinds.LabelSelector;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorldClustersTest {

  private static final List<ManagedCluster> INVENTORY =
      List.of(
          cluster("us", Map.of("region", "us", "tier", "gold")),
          cluster("eu-b", Map.of("region", "eu")),
          cluster("eu-a", Map.of("region", "eu", "tier", "gold")),
          cluster("has.dots", Map.of("region", "eu")),
          cluster("bare", Map.of()));

  @Test
  void withoutSelectorsTheRegionDecides() {
    assertThat(WorldClusters.of(spec("eu", null), INVENTORY).names())
        .containsExactly("eu-a", "eu-b");
  }

  @Test
  void selectorsReplaceTheRegionAndOneOfThemIsEnough() {
    assertThat(
            WorldClusters.of(
                    spec(
                        "us",
                        List.of(
                            selector(Map.of("tier", "gold", "region", "eu")),
                            selector("region", "DoesNotExist"))),
                    INVENTORY)
                .names())
        .containsExactly("bare", "eu-a");
  }

  @Test
  void anEmptySelectorSelectsAll() {
    assertThat(WorldClusters.of(spec(null, List.of(selector(Map.of()))), INVENTORY).names())
        .containsExactly("bare", "eu-a", "eu-b", "us");
  }

  @Test
  void neitherSelectsNoneAndSaysSo() {
    WorldClusters none = WorldClusters.of(spec(null, null), INVENTORY);
    assertThat(none.names()).isEmpty();
    assertThat(none.rule()).contains("neither");
    assertThat(WorldClusters.of(spec("", null), INVENTORY).names()).isEmpty();
  }

  @Test
  void aSelectorThatCannotBeReadIsAProblemAndNotAnEmptyAnswer() {
    assertThat(
            WorldClusters.of(spec("eu", List.of(selector("region", "Near"))), INVENTORY).problems())
        .singleElement()
        .asString()
        .contains("Near");
  }

  private static WorldInstanceSpec spec(
      @Nullable String region, @Nullable List<LabelSelector> selectors) {
    return new WorldInstanceSpec(
        new WorldInstanceSpec.GameRef("game"),
        null,
        region,
        null,
        null,
        selectors == null ? null : new WorldInstanceSpec.Placement(selectors),
        List.of(),
        Map.of());
  }

  private static LabelSelector selector(Map<String, String> labels) {
    return new LabelSelector(labels, List.of());
  }

  private static LabelSelector selector(String key, String operator) {
    return new LabelSelector(
        Map.of(), List.of(new LabelSelector.Expression(key, operator, List.of())));
  }

  private static ManagedCluster cluster(String name, Map<String, String> labels) {
    ManagedCluster cluster = new ManagedCluster();
    cluster.setMetadata(new ObjectMetaBuilder().withName(name).withLabels(labels).build());
    return cluster;
  }
}
