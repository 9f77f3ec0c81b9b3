package dev.fleetwright.hub.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import dev.fleetwright.capability.kinds.WorldPhase;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComponentsTest {

  private static final WorldInstance WORLD =
      new WorldInstance(
          Metadata.of("ns", "w"),
          new WorldInstanceSpec(
              new WorldInstanceSpec.GameRef("game"),
              null,
              null,
              null,
              null,
              null,
              List.of(),
              Map.of()));

  /** Consumer and provider of each binding. */
  private static BindingPlan plan(String... pairs) {
    List<CapabilityBinding> bindings =
        Arrays.stream(pairs)
            .map(pair -> pair.split(">", -1))
            .map(pair ->
                new CapabilityBinding(
                    Metadata.of("ns", pair[0] + "-" + pair[1]),
                    new CapabilityBindingSpec(
                        "any.thing",
                        Scope.WORLD,
                        Multiplicity.ONE,
                        null,
                        new CapabilityBindingSpec.Consumer(pair[0], null),
                        new CapabilityBindingSpec.Provider(pair[1], "1.0.0"))))
            .toList();
    return new BindingPlan(
        WORLD,
        null,
        List.of(),
        bindings,
        List.of(),
        List.of(),
        WorldPhase.RUNNING,
        "",
        List.of(),
        List.of());
  }

  @Test
  void whoeverIsBoundWaitsForItsProvidersEachOnceAndInOrder() {
    assertThat(
            Components.needs(
                plan("game>physics", "game>clock", "physics>clock", "game>physics"),
                Set.of("game", "physics", "clock")))
        .isEqualTo(Map.of("game", List.of("clock", "physics"), "physics", List.of("clock")));
  }

  @Test
  void nobodyWaitsForItselfNorForWhatDoesNotRunThere() {
    assertThat(Components.needs(plan("clock>clock", "game>elsewhere"), Set.of("clock", "game")))
        .isEmpty();
  }

  @Test
  void workloadsAreMarkedWithTheirModuleUnlessTheySayOtherwise() {
    Map<String, Object> plain = Map.of("kind", "Deployment", "metadata", Map.of("name", "d"));
    assertThat(Components.marked(plain, "physics").toString())
        .contains("swarm.fleetwright.dev/component=physics");
    Map<String, Object> own =
        Map.of(
            "kind",
            "Deployment",
            "metadata",
            Map.of("annotations", Map.of(Components.COMPONENT, "mine")));
    assertThat(Components.marked(own, "physics")).isEqualTo(own);
    Map<String, Object> service = Map.of("kind", "Service", "metadata", Map.of("name", "s"));
    assertThat(Components.marked(service, "physics")).isEqualTo(service);
  }
}
