package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.capability.kinds.BindingPhase;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldPhase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StatusTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final Instant LATER = NOW.plusSeconds(3_600);

  private static Given given(String version) {
    return Given.of(
        Map.of(
            "modules",
            Map.of(
                "clock",
                Map.of(
                    "provides", List.of(Map.of("capabilityId", "time.source", "version", version))),
                "physics",
                Map.of(
                    "requires",
                    List.of(
                        Map.of("capabilityId", "time.source", "versionConstraint", "^1.0.0"))))));
  }

  private static Given with(Given given, WorldInstanceStatus status) {
    return new Given(
        new WorldInstance(given.world().metadata(), given.world().spec(), status),
        given.game(),
        given.manifests(),
        given.existing());
  }

  @Test
  void conditionsOfOthersAndShardsStay() {
    Condition others =
        new Condition("ReleasesChosen", "True", "Fine", "", 1L, "2020-01-01T00:00:00Z");
    WorldInstanceStatus before =
        new WorldInstanceStatus(
            1L, WorldPhase.PROVISIONING, "", List.of(Map.of("shard", "0")), List.of(others), null);
    WorldInstanceStatus after = with(given("1.0.0"), before).resolve().status(NOW);
    assertThat(after.shardStatuses()).isEqualTo(before.shardStatuses());
    assertThat(after.conditions()).hasSize(3).contains(others);
    assertThat(after.observedGeneration()).isEqualTo(1);
  }

  @Test
  void theTimeOfAConditionMovesWithItsStatusOnly() {
    WorldInstanceStatus good = given("1.0.0").resolve().status(NOW);
    Condition resolved = Objects.requireNonNull(good.condition(BindingPlan.BINDINGS_RESOLVED));
    assertThat(resolved.lastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
    WorldInstanceStatus bad = with(given("2.0.0"), good).resolve().status(LATER);
    Condition unresolved = Objects.requireNonNull(bad.condition(BindingPlan.BINDINGS_RESOLVED));
    assertThat(unresolved.lastTransitionTime()).isEqualTo("2026-01-01T01:00:00Z");
    assertThat(
            Objects.requireNonNull(bad.condition(BindingPlan.MODULES_RESOLVED))
                .lastTransitionTime())
        .isEqualTo("2026-01-01T00:00:00Z");
    WorldInstanceStatus worse = with(given("3.0.0"), bad).resolve().status(LATER.plusSeconds(60));
    assertThat(
            Objects.requireNonNull(worse.condition(BindingPlan.BINDINGS_RESOLVED))
                .lastTransitionTime())
        .isEqualTo("2026-01-01T01:00:00Z");
  }

  @Test
  void aConflictThatIsOverLeavesNoCondition() {
    Condition old = new Condition(BindingPlan.NAME_CONFLICT, "True", "NameTaken", "x", 1L, null);
    WorldInstanceStatus before =
        new WorldInstanceStatus(1L, WorldPhase.ERROR, "", List.of(), List.of(old, old), null);
    assertThat(
            with(given("1.0.0"), before).resolve().status(NOW).condition(BindingPlan.NAME_CONFLICT))
        .isNull();
  }

  @Test
  void aBindingIsPendingUntilItsEndpointIsKnown() {
    DesiredBinding binding = given("1.0.0").resolve().desired().getFirst();
    CapabilityBindingStatus pending = binding.status(null, null, NOW);
    assertThat(pending.phase()).isEqualTo(BindingPhase.PENDING);
    CapabilityBinding existing = new CapabilityBinding(binding.metadata(), binding.spec(), pending);
    assertThat(binding.status(existing, null, LATER)).isEqualTo(pending);
    CapabilityBindingStatus bound = binding.status(existing, "clock.demo.svc:80", LATER);
    assertThat(bound.phase()).isEqualTo(BindingPhase.BOUND);
    assertThat(bound.resolvedEndpoint()).isEqualTo("clock.demo.svc:80");
    assertThat(bound.lastResolvedTime()).isEqualTo("2026-01-01T01:00:00Z");
    assertThat(bound.message())
        .isEqualTo(
            "physics is bound to clock 1.0.0, which satisfies time.source ^1.0.0 in scope world");
  }

  @Test
  void theOwnerIsTheWorld() {
    assertThat(given("1.0.0").resolve().desired().getFirst().metadata().ownerReferences())
        .singleElement()
        .hasToString(
            "OwnerReference[apiVersion=game.platform/v1alpha1, kind=WorldInstance, name=w, uid="
                + Given.WORLD_UID
                + ", controller=true, blockOwnerDeletion=true]");
  }

  @Test
  void aNameConflictIsToldOnce() {
    Given given = given("1.0.0");
    DesiredBinding binding = given.resolve().desired().getFirst();
    CapabilityBinding foreign =
        new CapabilityBinding(Metadata.of(Given.NAMESPACE, binding.name()), binding.spec());
    Given taken = new Given(given.world(), given.game(), given.manifests(), List.of(foreign));
    BindingPlan plan = taken.resolve();
    String text = "1 binding name taken by another object: " + binding.name();
    assertThat(plan.message()).isEqualTo("All required bindings resolved; " + text);
    assertThat(plan.events())
        .containsExactly(
            new WorldEvent(
                WorldEvent.Type.NORMAL, "BindingsResolved", "All required bindings resolved"),
            new WorldEvent(WorldEvent.Type.WARNING, "BindingNameConflict", text));
    assertThat(plan.isResolved()).isFalse();
    assertThat(with(taken, plan.status(NOW)).resolve().events()).isEmpty();
  }

  @Test
  void oneModuleIsNotModules() {
    assertThat(given("1.0.0").resolve().conditions().getFirst().message())
        .isEqualTo("2 modules found");
    assertThat(
            Given.of(Map.of("modules", Map.of("a", Map.of())))
                .resolve()
                .conditions()
                .getFirst()
                .message())
        .isEqualTo("1 module found");
  }
}
