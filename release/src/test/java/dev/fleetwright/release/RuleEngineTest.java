package dev.fleetwright.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What rules of one's own can do, and what they cannot. */
class RuleEngineTest {

  private static final Instant NOW = Instant.parse("2026-03-10T00:00:00Z");
  private static final Target TARGET =
      new Target(
          "t",
          "",
          "d",
          "production",
          new Resource("r", Map.of()),
          null,
          null,
          List.of(),
          List.of());

  private static Release release(String id, int day) {
    return new Release(
        id,
        "d",
        dev.fleetwright.release.time.Micros.of(
            Instant.parse("2026-01-01T00:00:00Z").plusSeconds(day * 86_400L)),
        new Release.Version(id, Map.of(), Map.of()),
        Map.of());
  }

  private static Snapshot world(List<Release> releases, DeploymentResourceRule... rules) {
    return Snapshot.of(
        "1",
        releases,
        List.of(new Policy("p", 0, TargetSelector.ALL, List.of(rules), null)),
        Fleet.of(List.of(TARGET)));
  }

  private interface Lambda extends DeploymentResourceRule {
    @Override
    default String name() {
      return "Mine";
    }
  }

  @Test
  void aRuleOfOnesOwnIsAFilterAndAReason() {
    Lambda onlyA =
        (context, candidates) ->
            DeploymentResourceRuleResult.of(
                candidates,
                candidates.filter(r -> r.id().equals("a")),
                Reason.of("not-a", "only a will do"));
    Selection selection =
        RuleEngine.explain(world(List.of(release("a", 1), release("b", 2)), onlyA), TARGET, NOW);
    assertThat(selection.chosen()).isEqualTo(release("a", 1));
    assertThat(selection.trace().getFirst().removed())
        .containsExactly(new Removal("b", Reason.of("not-a", "only a will do")));
  }

  @Test
  void aRuleThatFailsRemovesEverythingAndSaysSo() {
    Lambda broken =
        (context, candidates) -> {
          throw new IllegalStateException("boom");
        };
    Selection selection = RuleEngine.explain(world(List.of(release("a", 1)), broken), TARGET, NOW);
    assertThat(selection.isAllowed()).isFalse();
    assertThat(selection.reason()).contains("boom");
    assertThat(RuleEngine.select(world(List.of(release("a", 1)), broken), TARGET, NOW).isAllowed())
        .isFalse();
  }

  @Test
  void aRuleCannotAddWhatWasNoCandidate() {
    Lambda adds =
        (context, candidates) ->
            DeploymentResourceRuleResult.all(Releases.of(release("a", 1), release("zzz", 300)));
    Lambda bringsBack =
        (context, candidates) -> DeploymentResourceRuleResult.all(context.availableReleases());
    Lambda onlyA =
        (context, candidates) ->
            DeploymentResourceRuleResult.of(
                candidates, candidates.filter(r -> r.id().equals("a")), Reason.of("x", "y"));
    Snapshot world = world(List.of(release("a", 1), release("b", 2)), onlyA, bringsBack, adds);
    assertThat(RuleEngine.select(world, TARGET, NOW).chosen()).isEqualTo(release("a", 1));
  }

  @Test
  void aRemovalWithoutAReasonGetsAPlainOne() {
    Lambda silent =
        (context, candidates) -> DeploymentResourceRuleResult.all(candidates.filter(r -> false));
    Selection selection = RuleEngine.explain(world(List.of(release("a", 1)), silent), TARGET, NOW);
    assertThat(selection.trace().getFirst().removed().getFirst().reason().code())
        .isEqualTo("removed-by-rule");
  }

  @Test
  void hundredsOfReleasesAreNoSpecialCase() {
    List<Release> many =
        new ArrayList<>(IntStream.range(0, 300).mapToObj(i -> release("r" + i, i % 60)).toList());
    Releases releases = Releases.of(many);
    assertThat(releases.size()).isEqualTo(300);
    assertThat(releases.newest()).contains(release("r119", 59));
    assertThat(releases.oldest()).contains(release("r0", 0));
    assertThat(releases.filter(r -> r.id().endsWith("9")).size()).isEqualTo(30);
    assertThat(RuleEngine.select(world(many), TARGET, NOW).chosen()).isEqualTo(release("r119", 59));
    String cooldown = "{type: VersionCooldown, minutes: 57600}";
    assertThat(RuleEngine.select(world(many, RandomWorld.rule(cooldown)), TARGET, NOW).allowed())
        .isEqualTo(145);
  }

  @Test
  void releasesAreImmutableAndHaveTheirHelpers() {
    Release a = release("a", 1);
    Release b = release("b", 2);
    Release c = release("c", 2);
    Releases all = Releases.of(c, a, b);
    Releases some = all.filter(r -> !r.equals(a));
    assertThat(all.size()).isEqualTo(3);
    assertThat(some.ids()).containsExactly("b", "c");
    assertThat(all.newestFirst()).containsExactly(b, c, a);
    assertThat(all.createdBefore(b).ids()).containsExactly("a");
    assertThat(all.createdAfter(a).ids()).containsExactly("b", "c");
    assertThat(all.minus(some).ids()).containsExactly("a");
    assertThat(all.intersect(Releases.of(c)).ids()).containsExactly("c");
    assertThat(all.find("b")).contains(b);
    assertThat(some.find("a")).isEmpty();
    assertThat(some.contains(a)).isFalse();
    assertThat(Releases.empty().newest()).isEmpty();
    assertThat(Releases.empty().oldest()).isEmpty();
    assertThat(some).isEqualTo(Releases.of(b, c)).hasSameHashCodeAs(Releases.of(b, c));
    assertThat(some.stream().map(Release::id)).containsExactly("b", "c");
    assertThatThrownBy(() -> Releases.of(a, a)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void decisiveReasonsAreShort() {
    List<Release> many = IntStream.range(0, 300).mapToObj(i -> release("r" + i, i)).toList();
    Selection selection =
        RuleEngine.explain(world(many, RandomWorld.rule("{type: ApprovalRequired}")), TARGET, NOW);
    assertThat(String.join("", selection.decisiveReasons()).length()).isLessThan(4_096);
    assertThat(selection.decisiveReasons()).hasSizeGreaterThan(10);
  }
}
