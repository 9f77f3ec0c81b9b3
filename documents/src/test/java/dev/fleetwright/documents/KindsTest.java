package dev.fleetwright.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KindsTest {

  private static final String OTHERS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: shop, labels: {app: web}}
      spec: {paused: off, replicas: 2}
      ---
      apiVersion: game.platform/v1alpha1
      kind: WorldInstanse
      metadata: {name: arena}
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: shop}
      """;

  @Test
  void otherKindsAreKeptAsTreesWhereTheyAreAllowedButSlipsAreNot() {
    Loaded loaded = Sample.KINDS.allowingOthers().load(List.of(new Source("in.yaml", OTHERS)));
    assertThat(loaded.others())
        .extracting(
            document -> document.kind() + " " + document.namespace() + "/" + document.name())
        .containsExactly("Deployment shop/web", "Namespace null/shop");
    assertThat(loaded.problems())
        .extracting(Problem::code)
        .containsExactly("ambiguous-boolean", "unknown-kind");
    assertThat(loaded.hasErrors()).isTrue();
  }

  @Test
  void objectsOfAServerAreBoundWithoutPlaces() {
    Map<String, Object> release =
        Map.of(
            "apiVersion",
            "release.fleetwright.dev/v1alpha1",
            "kind",
            "Release",
            "metadata",
            Map.of("name", "a", "creationTimestamp", "2026-03-01T10:00:00Z"),
            "spec",
            Map.of("deployment", "core"));
    Loaded loaded = Sample.KINDS.bind(List.of(Node.of(release), Node.of(release)));
    assertThat(loaded.of(Sample.Release.class))
        .singleElement()
        .satisfies(typed -> {
          assertThat(typed.value().spec().deployment()).isEqualTo("core");
          assertThat(typed.document().name()).isEqualTo("a");
        });
    assertThat(loaded.problems()).extracting(Problem::code).containsExactly("duplicate-object");
    assertThat(loaded.of(Sample.WorldObject.class)).isEmpty();
  }

  @Test
  void problemsComeInTheOrderOfTheSourcesWhateverFoundThem() {
    Source unbound = new Source("a.yaml", "kind: Release\napiVersion: x\n");
    Source broken = new Source("b.yaml", "a: [");
    List<Problem> earlier = List.of(new Problem("file-not-found", "", "there is no such file", ""));
    Loaded loaded = Sample.KINDS.load(List.of(unbound, broken), Limits.DEFAULT, earlier);
    assertThat(loaded.problems())
        .extracting(Problem::code)
        .containsExactly("unknown-api-version", "yaml-syntax", "file-not-found");
  }

  @Test
  void nameRules() {
    for (String name : List.of("a", "a-b", "0", "a".repeat(63))) {
      assertThat(NameRule.DNS_LABEL.allows(name)).as(name).isTrue();
      assertThat(NameRule.DNS_SUBDOMAIN.allows(name + "." + name)).as(name).isTrue();
      assertThat(NameRule.ANY.allows(name)).as(name).isTrue();
    }
    for (String name : List.of("", "-", "a-", "-a", "A", "a_b", "a.", ".a", "a..b", "ä", "a\n")) {
      assertThat(NameRule.DNS_LABEL.allows(name)).as(name).isFalse();
      assertThat(NameRule.DNS_SUBDOMAIN.allows(name)).as(name).isFalse();
    }
    assertThat(NameRule.DNS_LABEL.allows("a".repeat(64))).isFalse();
    assertThat(NameRule.DNS_LABEL.allows("a.b")).isFalse();
    assertThat(NameRule.DNS_SUBDOMAIN.allows("a".repeat(254))).isFalse();
    for (String name : List.of(".", "..", "a/b", "a%b", "a b", "")) {
      assertThat(NameRule.ANY.allows(name)).as(name).isFalse();
    }
    assertThat(NameRule.ANY.allows("system:node.x")).isTrue();
  }
}
