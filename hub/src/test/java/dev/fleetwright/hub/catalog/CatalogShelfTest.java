package dev.fleetwright.hub.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CatalogStatus;
import dev.fleetwright.documents.Node;
import dev.fleetwright.hub.catalog.CatalogShelf.Verdict;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.Library;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CatalogShelfTest {

  private static final KubernetesSerialization YAML = new KubernetesSerialization();
  private static final Library BASE = Library.builtIn();

  private static final String TRAIT =
      """
      apiVersion: core.opm.dev/v1
      kind: Trait
      metadata: {apiVersion: x.example/traits@v1, name: NAME}
      appliesTo: [opm.dev/resources/workload@v1#Container]
      spec: {FIELD: {type: string}}
      """;

  private static final String TRANSFORMER =
      """
      apiVersion: core.opm.dev/v1
      kind: Transformer
      metadata: {apiVersion: x.example/transformers@v1, name: NAMETransformer}
      requiredTraits: {x.example/traits@v1#NAME: {}}
      transform:
        output:
          - {apiVersion: v1, kind: ConfigMap, metadata: {name: "${component.metadata.name}-x"}}
      """;

  @Test
  void withoutCatalogsItIsWhatIsBuiltIn() {
    assertThat(CatalogShelf.of(BASE, List.of()).library()).isSameAs(BASE);
    CatalogShelf shelf = CatalogShelf.of(BASE, List.of(entry("empty", "1", List.of(), null)));
    assertThat(shelf.library()).isSameAs(BASE);
    assertThat(verdict(shelf, "empty").problems()).isEmpty();
  }

  @Test
  void oneCatalogMayUseWhatAnotherDefinesWhicheverIsOlder() {
    for (String since : List.of("1", "3")) {
      CatalogShelf shelf =
          CatalogShelf.of(
              BASE,
              List.of(
                  entry("traits", "2", List.of(trait("Blue")), null),
                  entry("transformers", since, List.of(transformer("Blue")), null)));
      assertThat(shelf.library().catalog().find("x.example/traits@v1#Blue")).isNotNull();
      assertThat(transformers(shelf)).contains("x.example/transformers@v1#BlueTransformer");
      assertThat(shelf.verdicts().values()).allMatch(verdict -> verdict.problems().isEmpty());
    }
  }

  @Test
  void ofTwoThatDefineTheSameTheOlderCountsAndTheProblemIsThatOfFiles() {
    var older = entry("z", "2026-01-01", List.of(trait("Blue")), null);
    var younger = entry("a", "2026-01-02", List.of(trait("Red"), trait("Blue")), null);
    CatalogShelf shelf = CatalogShelf.of(BASE, List.of(younger, older));
    assertThat(verdict(shelf, "z").problems()).isEmpty();
    assertThat(verdict(shelf, "a").inUse()).isNull();
    Problem found = verdict(shelf, "a").problems().getFirst();
    List<Problem> offline =
        BASE.with(List.of(Node.of(trait("Blue")), Node.of(trait("Blue")))).problems();
    assertThat(found.withPath("")).isEqualTo(offline.getFirst().withPath(""));
    assertThat(found.path()).startsWith("spec.documents[1]");
    assertThat(shelf.library().catalog().find("x.example/traits@v1#Red")).isNull();
  }

  @Test
  void aBrokenCatalogKeepsItsLastGoodContentAndHoldsUpNoOther() {
    var good = new CatalogContent(4, List.of(trait("Blue")));
    CatalogShelf shelf =
        CatalogShelf.of(
            BASE,
            List.of(
                entry("broken.with.dots", "1", List.of(Map.of("kind", "Nonsense")), good),
                entry("user", "2", List.of(transformer("Blue")), null),
                entry("other", "3", List.of(trait("Red")), null)));
    Verdict verdict = verdict(shelf, "broken.with.dots");
    assertThat(verdict.inUse()).isEqualTo(good);
    assertThat(verdict.problems())
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.path()).startsWith("spec.documents[0]"));
    assertThat(verdict(shelf, "other").problems()).isEmpty();
    assertThat(transformers(shelf)).contains("x.example/transformers@v1#BlueTransformer");
  }

  /** The user of a broken trait has no mistake of its own, and gets none by the other's repair. */
  @Test
  void whatOnlyUsesTheBrokenOneStaysAsItIs() {
    var goodTrait = new CatalogContent(1, List.of(trait("Blue")));
    var user = List.of(transformer("Blue"));
    Map<String, @Nullable Object> spoilt = new LinkedHashMap<>(trait("Blue"));
    spoilt.put("spec", Map.of());
    CatalogShelf shelf =
        CatalogShelf.of(
            BASE,
            List.of(
                entry("traits", "1", List.of(spoilt), goodTrait),
                entry("user", "2", user, new CatalogContent(1, user))));
    assertThat(verdict(shelf, "traits").inUse()).isEqualTo(goodTrait);
    assertThat(verdict(shelf, "user").problems()).isEmpty();
    assertThat(transformers(shelf)).contains("x.example/transformers@v1#BlueTransformer");
  }

  @Test
  void whatIsNestedTooDeepOrTwiceTheSameProviderIsAProblem() {
    Map<String, @Nullable Object> deep = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      deep = new HashMap<>(Map.of("deeper", deep));
    }
    String provider =
        "{apiVersion: core.opm.dev/v1, kind: Provider, extends: kubernetes,"
            + " metadata: {name: mine, description: mine, version: 1.0.0, minVersion: 1.0.0}}";
    CatalogShelf shelf =
        CatalogShelf.of(
            BASE,
            List.of(
                entry("deep", "1", List.of(deep), null),
                entry("first", "2", List.of(yaml(provider)), null),
                entry("second", "3", List.of(yaml(provider)), null)));
    assertThat(codes(shelf, "deep")).containsExactly("unreadable-catalog");
    assertThat(codes(shelf, "first")).isEmpty();
    assertThat(codes(shelf, "second")).containsExactly("duplicate-provider");
  }

  /** Any catalogs in any order: one answer, which is a library. */
  @Test
  void theOrderInWhichCatalogsAreGivenDoesNotMatter() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<CatalogEntry> entries = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        entries.add(
            entry(
                "c" + i,
                "" + random.nextInt(3),
                documents(random),
                random.nextBoolean() ? new CatalogContent(1, documents(random)) : null));
      }
      CatalogShelf shelf = CatalogShelf.of(BASE, entries);
      Collections.shuffle(entries, random);
      CatalogShelf again = CatalogShelf.of(BASE, entries);
      assertThat(again.verdicts()).as("seed " + seed).isEqualTo(shelf.verdicts());
      assertThat(transformers(again)).as("seed " + seed).isEqualTo(transformers(shelf));
      shelf
          .verdicts()
          .forEach((name, verdict) ->
              assertThat(verdict.problems())
                  .as(name)
                  .allSatisfy(problem -> assertThat(problem.path()).startsWith("spec.documents[")));
    }
  }

  private static List<Map<String, @Nullable Object>> documents(Random random) {
    List<Map<String, @Nullable Object>> documents = new ArrayList<>();
    List<String> names = List.of("Blue", "Red", "Green");
    int count = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(4)) {
        case 0 -> documents.add(transformer(name));
        case 1 -> documents.add(yaml("{kind: Nonsense, apiVersion: core.opm.dev/v1}"));
        default -> documents.add(trait(name));
      }
    }
    return documents;
  }

  @Test
  void itIsCompiledAnewOnlyWhenACatalogChangesAndRemembersWhatWasGood() {
    CatalogLibrary library = new CatalogLibrary(BASE);
    Catalog first = object("uid-1", 1, List.of(trait("Blue")), null);
    assertThat(library.take(List.of(first))).isTrue();
    Library compiled = library.get();
    assertThat(library.take(List.of(object("uid-1", 1, List.of(trait("Blue")), null)))).isFalse();
    assertThat(library.get()).isSameAs(compiled);
    Catalog broken = object("uid-1", 2, List.of(Map.of("kind", "Nonsense")), null);
    assertThat(library.take(List.of(broken))).isTrue();
    assertThat(library.get().catalog().find("x.example/traits@v1#Blue")).isNotNull();

    CatalogStatus status =
        CatalogReconciler.status(
            broken, Objects.requireNonNull(library.verdicts().get("platform")));
    assertThat(status.generationInUse()).isEqualTo(1);
    assertThat(status.errors()).isNotEmpty();
    CatalogLibrary restarted = new CatalogLibrary(BASE);
    var _ =
        restarted.take(List.of(object("uid-1", 2, List.of(Map.of("kind", "Nonsense")), status)));
    assertThat(restarted.get().catalog().find("x.example/traits@v1#Blue"))
        .as("what the status keeps is known after a restart")
        .isNotNull();
    var _ = restarted.take(List.of(object("uid-2", 1, List.of(Map.of("kind", "Nonsense")), null)));
    assertThat(restarted.get().catalog().find("x.example/traits@v1#Blue"))
        .as("another catalog of the same name")
        .isNull();
    assertThat(restarted.take(List.of())).isTrue();
    assertThat(restarted.verdicts()).isEmpty();
  }

  @Test
  void aStatusIsNeverTooLarge() {
    List<Map<String, @Nullable Object>> large = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      large.add(new HashMap<>(Map.of("text", "x".repeat(1_000))));
    }
    List<Problem> problems =
        Collections.nCopies(1_000, new Problem("code", "spec", "m".repeat(9_000), "n"));
    CatalogStatus status =
        CatalogReconciler.status(
            object("uid", 2, List.of(), null), new Verdict(new CatalogContent(1, large), problems));
    assertThat(status.lastGood()).isNull();
    assertThat(status.generationInUse()).isEqualTo(1);
    assertThat(status.errors()).hasSize(21).last().isEqualTo("and 980 more");
    assertThat(String.join("", status.errors())).hasSizeLessThan(11_000);
  }

  private static Catalog object(
      String uid,
      long generation,
      List<Map<String, @Nullable Object>> documents,
      @Nullable CatalogStatus status) {
    Map<String, Object> plain =
        Map.of(
            "apiVersion",
            "release.fleetwright.dev/v1alpha1",
            "kind",
            "Catalog",
            "metadata",
            Map.of("name", "platform", "uid", uid, "generation", generation),
            "spec",
            Map.of("documents", documents));
    Catalog catalog = YAML.unmarshal(YAML.asJson(plain), Catalog.class);
    catalog.setStatus(status);
    return catalog;
  }

  private static CatalogEntry entry(
      String name,
      String since,
      List<Map<String, @Nullable Object>> documents,
      @Nullable CatalogContent lastGood) {
    return new CatalogEntry(name, since, new CatalogContent(9, documents), lastGood);
  }

  private static Verdict verdict(CatalogShelf shelf, String name) {
    return Objects.requireNonNull(shelf.verdicts().get(name));
  }

  private static List<String> codes(CatalogShelf shelf, String name) {
    return verdict(shelf, name).problems().stream().map(Problem::code).toList();
  }

  private static List<String> transformers(CatalogShelf shelf) {
    return shelf.library().provider("kubernetes").orThrow().transformers().keySet().stream()
        .sorted()
        .toList();
  }

  private static Map<String, @Nullable Object> trait(String name) {
    return yaml(TRAIT.replace("NAME", name).replace("FIELD", "f" + name));
  }

  private static Map<String, @Nullable Object> transformer(String name) {
    return yaml(TRANSFORMER.replace("NAME", name));
  }

  @SuppressWarnings("unchecked") // a document is a map
  private static Map<String, @Nullable Object> yaml(String text) {
    return YAML.unmarshal("---\n" + text, Map.class);
  }
}
