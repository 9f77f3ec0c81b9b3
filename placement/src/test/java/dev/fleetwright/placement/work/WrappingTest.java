package dev.fleetwright.placement.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WrappingTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final WorkOwner OWNER = new WorkOwner("Binding", "", "web");

  private static Manifest.Ready config(String name, String data) {
    return config(name, data, false);
  }

  private static Manifest.Ready config(String name, String data, boolean createOnly) {
    return new Manifest.Ready(
        new ObjectKey("", "configmaps", "n", name),
        "ConfigMap",
        createOnly,
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "ConfigMap",
            "metadata",
            Map.of("name", name, "namespace", "n"),
            "data",
            Map.of("d", data)));
  }

  private static Wrapped wrap(List<? extends Manifest> manifests, Wrapped before, Bounds bounds) {
    Map<String, ManifestWorkSpec> existing = new HashMap<>();
    before.works().forEach(work -> existing.put(work.name(), work.spec()));
    existing.put(
        "binding-web-0000000000-1",
        before.works().isEmpty()
            ? new ManifestWorkSpec(null, null, List.of(), null)
            : before.works().getFirst().spec());
    return Wrapping.wrap(OWNER, "c1", manifests, existing, bounds);
  }

  private static final Wrapped NOTHING = new Wrapped(List.of(), Collections.emptySortedMap());

  /** From the name of an object to the work that carries it. */
  private static Map<String, String> places(Wrapped wrapped) {
    Map<String, String> places = new HashMap<>();
    for (Work work : wrapped.works()) {
      for (Map<String, Object> manifest : work.spec().manifests()) {
        Map<?, ?> metadata = (Map<?, ?>) manifest.get("metadata");
        places.put(String.valueOf(metadata == null ? "" : metadata.get("name")), work.name());
      }
    }
    return places;
  }

  @Test
  void tenObjectsInBundlesOfTwo() {
    List<Manifest> ten = new ArrayList<>();
    IntStream.range(0, 10).forEach(i -> ten.add(config("o" + i, "x")));
    Wrapped wrapped = wrap(ten, NOTHING, new Bounds(2, 400_000));
    assertThat(wrapped.works())
        .hasSize(5)
        .allSatisfy(work -> assertThat(work.spec().manifests()).hasSize(2));
    assertThat(wrapped.works().stream().map(Work::name))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("binding-web-[0-9a-f]{10}-[1-5]"));
    assertThat(wrapped.works().getFirst().labels())
        .isEqualTo(Map.of(Work.OWNER_KIND, "Binding", Work.OWNER_NAME, "web"));
    assertThat(wrapped.problems()).isEmpty();
  }

  @Test
  void addingAndRemovingMovesNoOther() {
    for (int seed = 0; seed < 25; seed++) {
      Random random = new Random(seed);
      Bounds bounds = new Bounds(3, 3_000);
      Map<String, Manifest.Ready> wanted = new HashMap<>();
      Wrapped wrapped = NOTHING;
      for (int step = 0; step < 60; step++) {
        String name = "o" + random.nextInt(25);
        if (random.nextInt(3) == 0) {
          wanted.remove(name);
        } else {
          wanted.put(name, config(name, "x".repeat(random.nextInt(2_000))));
        }
        Map<String, String> before = places(wrapped);
        List<Manifest> shuffled = new ArrayList<>(wanted.values());
        Collections.shuffle(shuffled, random);
        wrapped = wrap(shuffled, wrapped, bounds);
        Map<String, String> after = places(wrapped);
        assertThat(after.keySet()).isEqualTo(wanted.keySet());
        before.forEach((object, work) -> {
          if (!object.equals(name)) {
            assertThat(after.get(object)).isEqualTo(work);
          }
        });
        assertThat(wrapped.works()).allSatisfy(work -> isWithin(work, bounds));
        assertThat(wrap(shuffled, wrapped, bounds)).isEqualTo(wrapped);
      }
    }
  }

  private static void isWithin(Work work, Bounds bounds) throws JsonProcessingException {
    assertThat(work.spec().manifests()).isNotEmpty().hasSizeLessThanOrEqualTo(bounds.objects());
    assertThat(JSON.writeValueAsString(work.spec()).getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(bounds.bytes());
  }

  @Test
  void createOnlyIsTheStrategyOfThatObjectAlone() throws JsonProcessingException {
    Wrapped wrapped =
        wrap(List.of(config("a", "x", true), config("b", "x")), NOTHING, Bounds.DEFAULT);
    assertThat(JSON.writeValueAsString(wrapped.works().getFirst().spec().manifestConfigs()))
        .isEqualTo(
            "[{\"resourceIdentifier\":{\"group\":\"\",\"resource\":\"configmaps\",\"namespace\":\"n\",\"name\":\"a\"},"
                + "\"updateStrategy\":{\"type\":\"CreateOnly\"}}]");
    Wrapped many =
        wrap(
            IntStream.range(0, 100).mapToObj(i -> config("o" + i, "x", true)).toList(),
            NOTHING,
            new Bounds(100, 5_000));
    assertThat(many.works()).allSatisfy(work -> isWithin(work, new Bounds(100, 5_000)));
  }

  @Test
  void oneOversizedObjectFailsAloneWithItsName() {
    Wrapped wrapped =
        wrap(
            List.of(config("small", "x"), config("huge", "x".repeat(400_000))),
            NOTHING,
            Bounds.DEFAULT);
    assertThat(places(wrapped)).containsOnlyKeys("small");
    assertThat(wrapped.problems()).containsOnlyKeys(new ObjectKey("", "configmaps", "n", "huge"));
    Problem problem = wrapped.problems().values().iterator().next().getFirst();
    assertThat(problem.code()).isEqualTo("object-too-large");
    assertThat(problem.message()).contains("ConfigMap huge");
  }

  @Test
  void whatFailsKeepsItsLastGoodContent() {
    Wrapped good =
        wrap(List.of(config("a", "good", true), config("b", "good")), NOTHING, Bounds.DEFAULT);
    Manifest.Failed failed =
        new Manifest.Failed(
            new ObjectKey("", "configmaps", "n", "a"),
            "ConfigMap",
            List.of(new Problem("p", "", "m", "")));
    Manifest.Failed never =
        new Manifest.Failed(
            new ObjectKey("", "configmaps", "n", "new"),
            "ConfigMap",
            List.of(new Problem("p", "", "m", "")));
    Wrapped after =
        wrap(List.of(failed, config("b", "x".repeat(400_000)), never), good, Bounds.DEFAULT);
    assertThat(after.works()).isEqualTo(good.works());
    assertThat(after.problems()).hasSize(3);
    Wrapped narrow = wrap(List.of(failed), good, new Bounds(1, 1_000));
    assertThat(narrow.works()).hasSize(1);
  }

  @Test
  void anObjectTwiceIsReported() {
    Manifest.Ready other =
        new Manifest.Ready(
            new ObjectKey("", "configmapz", "n", "a"),
            "ConfigMap",
            false,
            config("a", "y").content());
    Wrapped wrapped = wrap(List.of(other, config("a", "x")), NOTHING, Bounds.DEFAULT);
    assertThat(wrapped.works().getFirst().spec().manifests()).hasSize(1);
    assertThat(wrapped.problems().values().iterator().next().getFirst().code())
        .isEqualTo("duplicate-object");
  }

  @Test
  void whatOthersNeedComesFirst() {
    Manifest.Ready namespace =
        new Manifest.Ready(
            new ObjectKey("", "namespaces", "", "zzz"),
            "Namespace",
            false,
            Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", "zzz")));
    Wrapped wrapped = wrap(List.of(config("a", "x"), namespace), NOTHING, Bounds.DEFAULT);
    assertThat(wrapped.works().getFirst().spec().manifests().stream().map(m -> m.get("kind")))
        .containsExactly("Namespace", "ConfigMap");
  }

  @Test
  void theDigestFollowsTheContentAndNotItsSpelling() {
    String digest =
        wrap(List.of(config("a", "x")), NOTHING, Bounds.DEFAULT).works().getFirst().digest();
    assertThat(wrap(List.of(config("a", "x")), NOTHING, Bounds.DEFAULT).works().getFirst().digest())
        .isEqualTo(digest);
    assertThat(wrap(List.of(config("a", "y")), NOTHING, Bounds.DEFAULT).works().getFirst().digest())
        .isNotEqualTo(digest);
    assertThat(
            wrap(List.of(config("a", "x", true)), NOTHING, Bounds.DEFAULT)
                .works()
                .getFirst()
                .digest())
        .isNotEqualTo(digest);
    assertThat(CanonicalJson.digest(Map.of("a", 1, "b", 2L)))
        .isEqualTo(CanonicalJson.digest(Map.of("b", 2, "a", 1L)));
  }

  @Test
  void namesOfWorksAreDifferentForDifferentOwners() {
    assertThat(new WorkOwner("Binding", "", "a-b").workPrefix())
        .isNotEqualTo(new WorkOwner("Binding", "a", "b").workPrefix());
    assertThat(new WorkOwner("WorldInstance", "n", "x".repeat(200)).workPrefix())
        .hasSizeLessThan(52)
        .startsWith("worldinstance-n-xxx")
        .isNotEqualTo(new WorkOwner("WorldInstance", "n", "x".repeat(201)).workPrefix());
  }

  @Test
  void labelValuesAreValidAndDifferent() {
    assertThat(LabelValue.of("plain.name_1")).isEqualTo("plain.name_1");
    assertThat(LabelValue.of("")).isEmpty();
    for (String odd : List.of("system:x", "-x", "x-", "ä", "x".repeat(64), "::", " ")) {
      assertThat(LabelValue.of(odd))
          .hasSizeLessThanOrEqualTo(63)
          .matches("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    }
    assertThat(LabelValue.of("a:b")).isNotEqualTo(LabelValue.of("a/b"));
  }
}
