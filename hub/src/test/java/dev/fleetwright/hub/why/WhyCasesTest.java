package dev.fleetwright.hub.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fleetwright.api.Approval;
import dev.fleetwright.api.Bypass;
import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.Freeze;
import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.Pin;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleasePolicy;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.SwarmRecord;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.hub.why.Tree.Mark;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A world in a broken state, and the deepest cause that {@code why} must come to, with what to do.
 * Each file under {@code cases/why} gives objects that come to those of {@code world.yaml} or in
 * their place.
 */
class WhyCasesTest {

  private static final KubernetesSerialization YAML = new KubernetesSerialization();
  private static final Path CASES = Path.of("src/test/resources/cases/why");
  private static final List<Class<? extends HasMetadata>> RELEASE_KINDS =
      List.of(
          Release.class,
          ReleasePolicy.class,
          Approval.class,
          Freeze.class,
          Pin.class,
          Bypass.class);

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      return files
          .filter(file -> !file.endsWith("world.yaml"))
          .sorted()
          .map(file -> dynamicTest(file.getFileName().toString(), () -> check(file)))
          .toList()
          .stream();
    }
  }

  private static void check(Path file) throws IOException {
    Map<String, Object> one = read(file);
    Map<String, Map<String, Object>> objects = new LinkedHashMap<>();
    add(read(CASES.resolve("world.yaml")), objects);
    add(one, objects);
    Tree tree = Why.world(facts(objects.values().stream().toList()));

    Map<String, Object> expect = map(one, "expect");
    List<String> causes = new ArrayList<>();
    List<String> toDo = new ArrayList<>();
    if (tree.has(Mark.BAD)) {
      for (Tree cause : tree.causes()) {
        causes.add(cause.text());
        toDo.addAll(cause.toDo());
      }
    }
    assertThat(causes).as(one.get("why") + "\n" + tree).isEqualTo(expect.get("causes"));
    if (expect.get("notes") instanceof List<?> notes) {
      assertThat(
              tree.causes().getFirst().children().stream()
                  .filter(child -> child.mark() == Mark.NOTE)
                  .map(Tree::text))
          .as(String.valueOf(one.get("why")))
          .isEqualTo(notes);
    }
    assertThat(toDo).as(String.valueOf(one.get("why"))).isEqualTo(expect.get("toDo"));
  }

  @SuppressWarnings("unchecked") // a case is a map
  private static Map<String, Object> read(Path file) throws IOException {
    return YAML.unmarshal(Files.readString(file), Map.class);
  }

  @SuppressWarnings("unchecked") // an object is a map
  private static Map<String, Object> map(Map<String, Object> of, String field) {
    return (Map<String, Object>) Objects.requireNonNull(of.get(field), field);
  }

  @SuppressWarnings("unchecked") // what is given is a list of objects
  private static void add(Map<String, Object> one, Map<String, Map<String, Object>> objects) {
    for (Map<String, Object> object :
        (List<Map<String, Object>>) Objects.requireNonNull(one.get("given"), "given")) {
      Map<String, Object> metadata = map(object, "metadata");
      objects.put(
          object.get("kind") + "/" + metadata.get("namespace") + "/" + metadata.get("name"),
          object);
    }
  }

  private static WorldFacts facts(List<Map<String, Object>> objects) {
    List<HasMetadata> release = new ArrayList<>();
    RELEASE_KINDS.forEach(kind -> release.addAll(of(objects, kind)));
    return new WorldFacts(
        of(objects, WorldInstance.class).getFirst(),
        of(objects, GameDefinition.class).stream().findFirst().orElse(null),
        of(objects, ModuleManifest.class),
        of(objects, CapabilityBinding.class),
        of(objects, ManagedCluster.class),
        of(objects, ReleaseTarget.class),
        release,
        of(objects, ManifestWork.class),
        of(objects, SwarmRecord.class),
        List.of(),
        of(objects, Catalog.class));
  }

  private static <T extends HasMetadata> List<T> of(
      List<Map<String, Object>> objects, Class<T> kind) {
    return objects.stream()
        .filter(object -> HasMetadata.getKind(kind).equals(object.get("kind")))
        .map(object -> YAML.unmarshal(YAML.asJson(object), kind))
        .toList();
  }
}
