package dev.fleetwright.hub.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.CapabilityResolver;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.BindingPhase;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.hub.world.Domain;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EndpointsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-02T00:00:00Z");
  private static final ServiceAddress OLD = new ServiceAddress("clock", "w", 80);
  private static final ServiceAddress NEW = new ServiceAddress("zeit", "w", 80);

  @Test
  void namesOfVariablesDifferWheneverRequirementsDo() {
    assertThat(
            List.of(
                EndpointVariables.prefix("a-b.c", Scope.WORLD),
                EndpointVariables.prefix("a.b-c", Scope.WORLD),
                EndpointVariables.prefix("a.b.c", Scope.WORLD),
                EndpointVariables.prefix("a.b.c", Scope.WORLD_SHARD),
                EndpointVariables.prefix("a.b.c.world", Scope.WORLD)))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[A-Z][A-Z0-9_]*"))
        .contains("BINDING_A_B_C_WORLD");
  }

  @Test
  void oneProviderIsThreeVariablesAndManyAreOneList() {
    SortedMap<String, SortedMap<String, String>> variables =
        EndpointVariables.of(
            plan().desired(),
            binding -> Optional.of(new ServiceAddress(binding.provision().module(), "w", 9000)));
    assertThat(variables)
        .containsOnlyKeys("consumer")
        .extractingByKey("consumer")
        .isEqualTo(
            Map.of(
                "BINDING_LOG_SINK_REGION_ENDPOINTS",
                "sink-a.w.svc:9000,sink-b.w.svc:9000",
                "BINDING_TIME_SOURCE_WORLD_ENDPOINT",
                "clock.w.svc:9000",
                "BINDING_TIME_SOURCE_WORLD_HOST",
                "clock.w.svc",
                "BINDING_TIME_SOURCE_WORLD_PORT",
                "9000"));
    assertThat(EndpointVariables.of(plan().desired(), _ -> Optional.empty())).isEmpty();
  }

  @Test
  void containersGetTheVariablesAndTheirOwnWin() {
    Map<String, Object> container =
        Map.of("name", "x", "env", List.of(Map.of("name", "B", "value", "mine")));
    Map<String, Object> pod = Map.of("containers", List.of(container), "initContainers", List.of());
    Map<String, Object> job =
        Map.of(
            "kind",
            "CronJob",
            "spec",
            Map.of("jobTemplate", Map.of("spec", Map.of("template", Map.of("spec", pod)))));
    Map<String, Object> deployment =
        Map.of("kind", "Deployment", "spec", Map.of("template", Map.of("spec", pod)));
    Map<String, Object> service = Map.of("kind", "Service", "spec", Map.of());
    SortedMap<String, String> variables = new TreeMap<>(Map.of("A", "1", "B", "2"));
    List<Map<String, Object>> told = Consumers.told(List.of(deployment, job, service), variables);
    assertThat(told.get(0).toString())
        .contains(
            "env=[{name=A, value=1}, {value=mine, name=B}]"
                .replace("{value=mine, name=B}", Map.of("name", "B", "value", "mine").toString()));
    assertThat(told.get(1).toString()).contains("{name=A, value=1}");
    assertThat(told.get(2)).isSameAs(service);
    assertThat(deployment.toString()).as("the shared rendering is not touched").doesNotContain("A");
    assertThat(Consumers.told(told, new TreeMap<>())).isSameAs(told);
  }

  @Test
  void theConfigMapHasADeterministicName() {
    assertThat(Consumers.configMapName("core-physics")).isEqualTo("core-physics-bindings");
    assertThat(Consumers.configMapName("m".repeat(253))).hasSizeLessThanOrEqualTo(253);
    assertThat(Consumers.configMapName("m".repeat(253)))
        .isNotEqualTo(Consumers.configMapName("m".repeat(252)));
  }

  @Test
  void aBindingIsPendingThenBoundAndSaysTheSameTwice() {
    DesiredBinding binding = plan().desired().getLast();
    CapabilityBindingStatus pending =
        endpoint(binding, Map.of(), false, null).status(binding, null, NOW);
    assertThat(pending.phase()).isEqualTo(BindingPhase.PENDING);
    assertThat(pending.resolvedEndpoint()).isNull();
    assertThat(pending.message()).contains("is bound to clock 1.0.0");
    assertThat(pending.conditions())
        .singleElement()
        .satisfies(c -> assertThat(c.reason()).isEqualTo("NoRelease"));
    CapabilityBindingStatus bound =
        endpoint(binding, Map.of("c1", OLD, "c2", OLD), true, pending)
            .status(binding, with(binding, pending), NOW);
    assertThat(bound.phase()).isEqualTo(BindingPhase.BOUND);
    assertThat(bound.resolvedEndpoint()).isEqualTo("clock.w.svc:80");
    assertThat(Objects.requireNonNull(Objects.requireNonNull(bound.provider()).endpoint()).port())
        .isEqualTo(80);
    assertThat(
            endpoint(binding, Map.of("c1", OLD), true, bound)
                .status(binding, with(binding, bound), LATER))
        .isEqualTo(bound);
  }

  @Test
  void aRolloutThatChangesTheAddressKeepsTheOldOneUntilItIsNowhere() {
    DesiredBinding binding = plan().desired().getLast();
    CapabilityBindingStatus bound =
        endpoint(binding, Map.of("c1", NEW, "c2", NEW), true, null).status(binding, null, NOW);
    CapabilityBindingStatus between =
        endpoint(binding, Map.of("c1", OLD, "c2", NEW), true, bound)
            .status(binding, with(binding, bound), LATER);
    assertThat(between.resolvedEndpoint()).isEqualTo(NEW.toString());
    assertThat(between.conditions().getFirst().reason()).isEqualTo("ClustersDiffer");
    assertThat(between.conditions().getFirst().message()).contains("c1 has clock.w.svc:80");
  }

  @Test
  void aFailedRenderKeepsWhatWasKnownAndAReleaseWithoutServiceDoesNot() {
    DesiredBinding binding = plan().desired().getLast();
    CapabilityBindingStatus bound =
        endpoint(binding, Map.of("c1", OLD), true, null).status(binding, null, NOW);
    CapabilityBindingStatus kept =
        ProviderEndpoint.unseen("broken").status(binding, with(binding, bound), LATER);
    assertThat(kept.phase()).isEqualTo(BindingPhase.BOUND);
    assertThat(kept.resolvedEndpoint()).isEqualTo(OLD.toString());
    assertThat(kept.conditions().getFirst().message()).isEqualTo("broken");
    CapabilityBindingStatus lost =
        endpoint(binding, Map.of(), true, bound).status(binding, with(binding, bound), LATER);
    assertThat(lost.phase()).isEqualTo(BindingPhase.PENDING);
    assertThat(lost.provider()).isNull();
    assertThat(lost.conditions().getFirst().reason()).isEqualTo("NoService");
  }

  @Test
  void theAddressOfOneProviderIsNotKeptForAnother() {
    DesiredBinding binding = plan("clock").desired().getLast();
    CapabilityBindingStatus bound =
        endpoint(binding, Map.of("c1", OLD), true, null).status(binding, null, NOW);
    DesiredBinding other = plan("sundial").desired().getLast();
    assertThat(other.name()).isEqualTo(binding.name());
    CapabilityBindingStatus after =
        ProviderEndpoint.unseen("broken").status(other, with(other, bound), LATER);
    assertThat(after.phase()).isEqualTo(BindingPhase.PENDING);
    assertThat(after.resolvedEndpoint()).isNull();
    assertThat(after.provider()).isNull();
    assertThat(after.message()).contains("is bound to sundial 1.0.0");
    assertThat(ProviderEndpoint.unseen("broken").status(other, with(other, after), LATER))
        .isEqualTo(after);
  }

  private static ProviderEndpoint endpoint(
      DesiredBinding binding,
      Map<String, ServiceAddress> byCluster,
      boolean released,
      @org.jspecify.annotations.Nullable CapabilityBindingStatus before) {
    return ProviderEndpoint.of(binding, new TreeMap<>(byCluster), released, before);
  }

  private static CapabilityBinding with(DesiredBinding binding, CapabilityBindingStatus status) {
    return new CapabilityBinding(binding.metadata(), binding.spec(), status);
  }

  private static BindingPlan plan() {
    return plan("clock");
  }

  private static BindingPlan plan(String clock) {
    WorldInstance world =
        Serialization.unmarshal(
            "---\n{metadata: {name: w, namespace: n, uid: u}, spec: {gameRef: {name: g}}}",
            WorldInstance.class);
    GameDefinition game =
        Serialization.unmarshal(
            "---\n"
                + "{metadata: {name: g, namespace: n}, spec: {modules: [{name: consumer}, {name:"
                + " CLOCK}, {name: sink-b}, {name: sink-a}]}}".replace("CLOCK", clock),
            GameDefinition.class);
    String sink =
        "---\n"
            + "{metadata: {name: NAME, namespace: n}, spec: {module: {id: s, version: 1.0.0},"
            + " provides: [{capabilityId: log.sink, version: 1.0.0, scope: region, multiplicity:"
            + " many}], requires: []}}";
    List<String> modules =
        List.of(
            sink.replace("NAME", "sink-b"),
            sink.replace("NAME", "sink-a"),
            "---\n{metadata: {name: CLOCK, namespace: n}, spec: {module: {id: c, version: 1.0.0},"
                    .replace("CLOCK", clock)
                + " provides: [{capabilityId: time.source, version: 1.0.0, scope: world,"
                + " multiplicity: '1'}], requires: []}}",
            "---\n"
                + "{metadata: {name: consumer, namespace: n}, spec: {module: {id: x, version:"
                + " 1.0.0}, provides: [], requires: [{capabilityId: time.source, versionConstraint:"
                + " ^1.0.0, scope: world, multiplicity: '1', dependencyMode: required},"
                + " {capabilityId: log.sink, versionConstraint: '*', scope: region, multiplicity:"
                + " many, dependencyMode: optional}]}}");
    return CapabilityResolver.resolve(
        Domain.world(world),
        Domain.game(game),
        modules.stream()
            .map(yaml -> Domain.manifest(Serialization.unmarshal(yaml, ModuleManifest.class)))
            .toList(),
        List.of());
  }
}
