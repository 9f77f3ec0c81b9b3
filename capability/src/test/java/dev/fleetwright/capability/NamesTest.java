package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.capability.kinds.DependencyMode;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.ProvidedCapability;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Provision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NamesTest {

  private static final String SUBDOMAIN =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
  private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?";

  private record Identity(
      String world,
      String consumer,
      String capabilityId,
      Scope scope,
      Multiplicity multiplicity,
      String provider) {

    String name() {
      Need need =
          new Need(
              consumer,
              0,
              new RequiredCapability(
                  capabilityId, "*", scope, multiplicity, DependencyMode.REQUIRED, null, null),
              null,
              List.of(),
              List.of());
      Provision provision =
          new Provision(
              provider,
              0,
              new ProvidedCapability(capabilityId, "1.0.0", scope, multiplicity, null, null, null),
              null,
              Set.of(),
              List.of());
      return BindingNames.of(world, need, provision);
    }
  }

  private static Identity identity(String world, String consumer, String capabilityId) {
    return new Identity(world, consumer, capabilityId, Scope.WORLD, Multiplicity.ONE, "p");
  }

  @Test
  void partsThatJoinToTheSameTextGetDifferentNames() {
    assertThat(
            Set.of(
                identity("w", "a-b", "c.d").name(),
                identity("w", "a", "b-c.d").name(),
                identity("w-a", "b", "c.d").name(),
                identity("w", "a-b-c", "d").name(),
                identity("w", "a.b", "c.d").name()))
        .hasSize(5);
  }

  @Test
  void aNameIsReadableAndStableForEver() {
    assertThat(identity("anvil-sample-world", "core-physics-engine", "time.source").name())
        .isEqualTo("anvil-sample-world-core-physics-engine-time-source-91af8veaa1p2qads");
  }

  @Test
  void theProviderCountsForManyOnly() {
    Identity one = identity("w", "a", "b.c");
    Identity other = new Identity("w", "a", "b.c", Scope.WORLD, Multiplicity.ONE, "q");
    assertThat(one.name()).isEqualTo(other.name());
    Identity many = new Identity("w", "a", "b.c", Scope.WORLD, Multiplicity.MANY, "p");
    Identity otherMany = new Identity("w", "a", "b.c", Scope.WORLD, Multiplicity.MANY, "q");
    assertThat(Set.of(one.name(), many.name(), otherMany.name())).hasSize(3);
  }

  @Test
  void namesAreInjectiveAndValidForRandomInput() {
    Random random = new Random(42);
    Map<String, Identity> seen = new HashMap<>();
    for (int i = 0; i < 60_000; i++) {
      Identity identity =
          new Identity(
              text(random),
              text(random),
              text(random) + "." + text(random),
              random.nextBoolean() ? Scope.WORLD : Scope.SESSION,
              Multiplicity.ONE,
              "p");
      String name = identity.name();
      Identity before = seen.put(name, identity);
      assertThat(before == null || before.equals(identity)).as(name).isTrue();
      assertThat(name).matches(SUBDOMAIN).hasSizeLessThanOrEqualTo(253);
    }
    assertThat(seen).hasSizeGreaterThan(10_000);
  }

  private static String text(Random random) {
    StringBuilder out = new StringBuilder();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      out.append("ab-.c".charAt(random.nextInt(5)));
    }
    return out.toString();
  }

  @Test
  void longAndHostileNamesAreStillValid() {
    for (String hostile :
        List.of(
            "x".repeat(253), "-", "...", "ÄÖÜ", "\uD800", "A_B", "a\u0000b", "", "-a-", "é.é")) {
      assertThat(identity(hostile, hostile, hostile).name())
          .matches(SUBDOMAIN)
          .hasSizeLessThanOrEqualTo(253);
      String label = LabelValue.of(hostile).value();
      assertThat(label).hasSizeLessThanOrEqualTo(63);
      assertThat(label.isEmpty() || label.matches(LABEL)).as(label).isTrue();
    }
    assertThat(identity("x".repeat(253), "a", "b.c").name())
        .isNotEqualTo(identity("x".repeat(252), "a", "b.c").name());
  }

  @Test
  void aLabelIsTheTextItselfWheneverItCanBe() {
    for (String fine : List.of("time.source", "a", "A_b-c.D", "x".repeat(63))) {
      assertThat(LabelValue.of(fine)).isEqualTo(new LabelValue(fine, fine));
      assertThat(LabelValue.of(fine).isShortened()).isFalse();
    }
    LabelValue shortened = LabelValue.of("x".repeat(64));
    assertThat(shortened.isShortened()).isTrue();
    assertThat(shortened.value()).startsWith("x".repeat(52) + "-").hasSize(63);
    assertThat(LabelValue.of("x".repeat(65)).value()).isNotEqualTo(shortened.value());
    assertThat(LabelValue.of("a.b-").isShortened()).isTrue();
  }
}
