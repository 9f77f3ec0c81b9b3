package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ModuleManifestSpec;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.ProvidedCapability;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.capability.matching.Candidate;
import dev.fleetwright.capability.matching.CompatibilityRule;
import dev.fleetwright.capability.matching.Provision;
import dev.fleetwright.capability.matching.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PropertiesTest {

  private static final int ROUNDS = 400;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static List<CapabilityBinding> objects(BindingPlan plan) {
    return plan.desired().stream().map(DesiredBinding::object).toList();
  }

  @Test
  void theOrderOfInputChangesNothing() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      RandomFleet fleet = new RandomFleet(seed);
      Given given = fleet.given(6);
      BindingPlan plan = given.resolve();
      BindingPlan shuffled = fleet.shuffled(given).resolve();
      assertThat(objects(shuffled)).as("seed %d", seed).isEqualTo(objects(plan));
      assertThat(shuffled.phase()).isEqualTo(plan.phase());
      assertThat(shuffled.cycles()).isEqualTo(plan.cycles());
      assertThat(shuffled.unresolvedRequired()).hasSameSizeAs(plan.unresolvedRequired());
    }
  }

  @Test
  void resolvingTwiceWritesNothing() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      Given given = new RandomFleet(seed).given(6);
      Given settled = given.after(given.resolve(), NOW);
      BindingPlan again = settled.resolve();
      assertThat(again.writes()).as("seed %d", seed).isEmpty();
      assertThat(again.stale()).isEmpty();
      assertThat(again.events()).isEmpty();
      assertThat(again.status(NOW.plusSeconds(1))).isEqualTo(settled.world().status());
    }
  }

  @Test
  void anUnrelatedModuleChangesNoBinding() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      Given given = new RandomFleet(seed).given(6);
      List<ModuleManifest> more = new ArrayList<>(given.manifests());
      more.add(
          new ModuleManifest(
              Metadata.of(Given.NAMESPACE, "unrelated"),
              new ModuleManifestSpec(
                  null,
                  List.of(
                      new ProvidedCapability(
                          "other.thing",
                          "9.0.0",
                          Scope.WORLD,
                          Multiplicity.MANY,
                          null,
                          null,
                          null)),
                  List.of(),
                  null)));
      BindingPlan plan = new Given(given.world(), given.game(), more, List.of()).resolve();
      assertThat(objects(plan)).as("seed %d", seed).isEqualTo(objects(given.resolve()));
    }
  }

  /** The definition again, in the plainest words, against the sorted and shortened search. */
  @Test
  void theChoiceIsWhatTheDefinitionSays() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      BindingPlan plan = new RandomFleet(seed).given(8).resolve();
      Resolution resolution = Objects.requireNonNull(plan.resolution());
      for (Outcome outcome : plan.outcomes()) {
        List<Provision> passing = new ArrayList<>();
        for (Candidate candidate : resolution.candidates(outcome)) {
          boolean passes =
              !outcome.need().isBroken()
                  && CompatibilityRule.ALL.stream()
                      .allMatch(rule -> rule.admits(outcome.need(), candidate.provision()));
          if (passes) {
            passing.add(candidate.provision());
          }
          assertThat(candidate.verdict() instanceof Verdict.Rejected)
              .isEqualTo(!passes && !outcome.need().isBroken());
        }
        List<Provision> bound =
            outcome instanceof Outcome.Bound found ? found.providers() : List.of();
        assertThat(bound.isEmpty()).as("seed %d", seed).isEqualTo(passing.isEmpty());
        if (outcome.need().multiplicity() == Multiplicity.MANY) {
          assertThat(bound.stream().map(Provision::module).toList())
              .isEqualTo(passing.stream().map(Provision::module).distinct().sorted().toList());
        } else if (!bound.isEmpty()) {
          assertThat(bound).hasSize(1);
          passing.forEach(other -> assertNotBetter(other, bound.getFirst(), outcome));
        }
      }
    }
  }

  private static void assertNotBetter(Provision other, Provision chosen, Outcome outcome) {
    int order =
        Objects.requireNonNull(other.version())
            .comparePrecedence(Objects.requireNonNull(chosen.version()));
    assertThat(order).isLessThanOrEqualTo(0);
    if (order == 0) {
      long own = preferred(other, outcome);
      long winners = preferred(chosen, outcome);
      assertThat(own).isLessThanOrEqualTo(winners);
      if (own == winners) {
        assertThat(other.module()).isGreaterThanOrEqualTo(chosen.module());
      }
    }
  }

  private static long preferred(Provision provision, Outcome outcome) {
    return outcome.need().wanted().preferredFeatures().stream()
        .filter(provision.features()::contains)
        .count();
  }

  @Test
  void everyVerdictSaysWhoWonOrWhatFailed() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      BindingPlan plan = new RandomFleet(seed).given(8).resolve();
      Resolution resolution = Objects.requireNonNull(plan.resolution());
      for (Outcome outcome : plan.outcomes()) {
        long chosen =
            resolution.candidates(outcome).stream()
                .filter(candidate -> candidate.verdict() instanceof Verdict.Chosen)
                .count();
        int providers = outcome instanceof Outcome.Bound bound ? bound.providers().size() : 0;
        assertThat(chosen).as("seed %d", seed).isEqualTo(providers);
        if (outcome instanceof Outcome.Unresolved open) {
          assertThat(resolution.hint(open).finding()).isNotEmpty();
          assertThat(resolution.hint(open).fix()).isNotEmpty();
        }
      }
    }
  }
}
