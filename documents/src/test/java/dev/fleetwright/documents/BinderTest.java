package dev.fleetwright.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BinderTest {

  record Tree(String name, List<Tree> children) {}

  record Lists(List<@Nullable String> holes, List<String> whole) {}

  record Foreign(StringBuilder text) {}

  interface Shape {}

  record Circle(double radius) implements Shape {}

  record Square(double side, String type) implements Shape {}

  record Shapes(List<Shape> shapes) {}

  @Test
  void plainMapsOfAClientBindLikeFilesWithPathsAndNoPlaces() {
    Node node =
        Node.of(
            Map.of(
                "name",
                "a",
                "replicas",
                4,
                "labels",
                Map.of("a.b/c", 5),
                "modules",
                List.of(Map.of())));
    Bound<Sample.World> bound = Sample.BINDER.bind(node, Sample.World.class);
    assertThat(bound.value()).isNull();
    assertThat(bound.problems())
        .extracting(Problem::path)
        .containsExactlyInAnyOrder("labels[\"a.b/c\"]", "modules[0].name");
    assertThat(bound.problems()).allSatisfy(problem -> assertThat(problem.place()).isNull());
  }

  @Test
  void theSameTreeComesOutOfPlainAsWentIn() {
    List<?> holes = Arrays.asList(1L, null, 2.5, true, "x");
    Map<String, Object> plain = Map.of("a", holes, "b", Map.of("c", "d"));
    assertThat(Node.of(plain).plain()).isEqualTo(plain);
    assertThat(Node.of(List.of(1, (short) 2, new BigInteger("3"), 1.5f)).plain())
        .isEqualTo(List.of(1L, 2L, 3L, 1.5));
    assertThat(Node.of(Map.of(5, "x")).plain()).isEqualTo(Map.of("5", "x"));
  }

  @Test
  void mapsThatContainThemselvesAndForeignClassesAreMistakesOfOurs() {
    List<Object> loop = new ArrayList<>();
    loop.add(loop);
    assertThatThrownBy(() -> Node.of(loop)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Node.of(new Object())).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Binder.standard().bind(Node.of(Map.of()), Foreign.class))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Binder.standard().bind(Node.of(Map.of()), Shape.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("JsonTypeInfo");
  }

  @Test
  void recordsMayContainThemselves() {
    Node node = Node.of(Map.of("name", "a", "children", List.of(Map.of("name", "b"))));
    assertThat(Binder.standard().bind(node, Tree.class).value())
        .isEqualTo(new Tree("a", List.of(new Tree("b", List.of()))));
  }

  @Test
  void nullsInListsArePermittedWhereTheTypeSaysSo() {
    Node node =
        Node.of(Map.of("holes", Arrays.asList("a", null), "whole", Arrays.asList("a", null)));
    assertThat(Binder.standard().bind(node, Lists.class).problems())
        .extracting(Problem::path)
        .containsExactly("whole[1]");
  }

  @Test
  void choicesCanBeRegisteredAndTheTypeMayReadItsDiscriminator() {
    Binder binder =
        Binder.standard()
            .choosing(Shape.class, "type", Map.of("circle", Circle.class, "square", Square.class));
    Node node =
        Node.of(
            Map.of(
                "shapes",
                List.of(
                    Map.of("type", "circle", "radius", 1), Map.of("type", "square", "side", 2))));
    assertThat(binder.bind(node, Shapes.class).value())
        .isEqualTo(new Shapes(List.of(new Circle(1), new Square(2, "square"))));
  }

  @Test
  void boundCollectionsCannotBeChanged() {
    Sample.World world =
        Objects.requireNonNull(
            Sample.BINDER
                .bind(Node.of(Map.of("name", "a", "tags", List.of("x"))), Sample.World.class)
                .value());
    assertThatThrownBy(() -> world.tags().add("z"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> world.modules().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void warningsLeaveTheValueValid() {
    Node root = new DocumentReader().read(new Source("in.yaml", "name: on")).roots().getFirst();
    Bound<Sample.World> bound = Sample.BINDER.bind(root, Sample.World.class);
    assertThat(bound.value()).isNotNull();
    assertThat(bound.problems()).extracting(Problem::code).containsExactly("ambiguous-boolean");
    assertThat(bound.checked().isValid()).isTrue();
  }

  @Test
  void manyThreadsShareABinder() {
    Binder binder =
        Binder.standard()
            .parsing(Sample.Digits.class, "digits", Sample.Digits::parse)
            .reading(Sample.IntOrString.class, Sample.IntOrString::read);
    Node node = Node.of(Map.of("name", "a", "modules", List.of(Map.of("name", "m"))));
    List<Sample.World> worlds =
        IntStream.range(0, 1_000)
            .parallel()
            .mapToObj(_ -> binder.bind(node, Sample.World.class).checked().orThrow())
            .toList();
    assertThat(worlds.stream().distinct()).hasSize(1);
  }

  @Test
  void aProblemOfTheInsideMovesToThePathAndPlaceOfItsNode() {
    String text = "spec:\n  range: \">=1.x.\"\n  list: [a]\n";
    Node spec =
        Objects.requireNonNull(
            new DocumentReader()
                .read(new Source("in.yaml", text))
                .roots()
                .getFirst()
                .child("spec"));
    Problem inText = new Problem("c", "range", "m", "").at(Place.inLine("<range>", ">=1.x.", 6, 1));
    assertThat(spec.relocate(inText).path()).isEqualTo("spec.range");
    assertThat(spec.relocate(inText).place()).hasToString("in.yaml:2:16");
    Problem absent = new Problem("c", "list[3].name", "m", "");
    assertThat(spec.relocate(absent).path()).isEqualTo("spec.list[3].name");
    assertThat(spec.relocate(absent).place()).hasToString("in.yaml:3:3");
    assertThat(spec.relocate(spec.relocate(inText)).place()).hasToString("in.yaml:2:16");
    assertThat(Node.of(Map.of("range", "x")).relocate(inText).place()).isEqualTo(inText.place());
  }

  @Test
  void writtenPathsLeadBack() {
    Map<String, Object> labels = Map.of("a.b/c", 1L, "x\"]y\n", 2L, "", 3L, "ü", 4L);
    Node root = Node.of(Map.of("labels", labels, "list", List.of(List.of("deep"))));
    for (Node node :
        ((MappingNode) Objects.requireNonNull(root.child("labels"))).children().values()) {
      assertThat(root.at(node.path())).isSameAs(node);
    }
    assertThat(Objects.requireNonNull(root.at("list[0][0]")).path()).isEqualTo("list[0][0]");
    for (String none : List.of("list[9]", "list[0].x", "list[99999999999]", "labels[\"", "nope")) {
      assertThat(root.at(none)).as(none).isNull();
    }
  }
}
