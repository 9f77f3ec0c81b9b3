package dev.fleetwright.placement.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Checked;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {

  private static Map<String, Object> remove(String path, Map<String, Object> object) {
    return FieldPath.parse(path).orThrow().removeFrom(object);
  }

  @Test
  void removesWhatItNames() {
    Map<String, Object> object =
        Map.of(
            "foo.bar/baz", Map.of("zork", 1, "kept", 2),
            "spec",
                Map.of("list", List.of(Map.of("a", 1, "b", 2), Map.of("a", 3), "text"), "x", 1));
    assertThat(remove("$[\"foo.bar/baz\"].zork", object).get("foo.bar/baz"))
        .isEqualTo(Map.of("kept", 2));
    assertThat(remove("$['foo.bar/baz']", object)).doesNotContainKey("foo.bar/baz");
    assertThat(remove("$.spec.x", object).get("spec"))
        .isEqualTo(Map.of("list", List.of(Map.of("a", 1, "b", 2), Map.of("a", 3), "text")));
    assertThat(remove("$.spec.list[*].a", object).get("spec"))
        .isEqualTo(Map.of("list", List.of(Map.of("b", 2), Map.of(), "text"), "x", 1));
    assertThat(remove("$.spec.list[1]", object).get("spec"))
        .isEqualTo(Map.of("list", List.of(Map.of("a", 1, "b", 2), "text"), "x", 1));
    assertThat(remove("$.spec.*", object).get("spec")).isEqualTo(Map.of());
    assertThat(remove("$.spec.list[*]", object).get("spec"))
        .isEqualTo(Map.of("list", List.of(), "x", 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$.nope",
        "$.spec.x.deeper",
        "$.spec.list[9]",
        "$.spec[0]",
        "$.spec.list.a",
        "$.spec.list[*].z"
      })
  void leavesAnObjectWithoutSuchFieldsAsItIs(String path) {
    Map<String, Object> object = Map.of("spec", Map.of("x", 1, "list", List.of(1, Map.of("a", 2))));
    assertThat(remove(path, object)).isSameAs(object);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "``,1",
        "$,1",
        "$.,3",
        "$[,2",
        "$[],3",
        "'xyz,1",
        "xyz,1",
        "$xyz,2",
        "$.a b,4",
        "$.a..b,5",
        "$[\"a],3",
        "$[a],3",
        "$[-1],3",
        "$[0,4",
        "$.9a,3",
        "$[\"a\\n\"],5",
        "$[1234567890],3"
      })
  void refusesWhatIsNoPathAndShowsWhere(String path, int column) {
    Checked<FieldPath> parsed = FieldPath.parse(path);
    assertThat(parsed.isValid()).as(path).isFalse();
    var place = parsed.problems().getFirst().place();
    assertThat(place == null ? 0 : place.column()).as(path).isEqualTo(column);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$.kind",
        "$.apiVersion",
        "$.metadata",
        "$.metadata.name",
        "$['metadata']['namespace']",
        "$.*",
        "$.metadata.*"
      })
  void refusesToTakeAnObjectItsIdentity(String path) {
    assertThat(FieldPath.parse(path).problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.code()).isEqualTo("field-not-removable"));
  }

  @Test
  void takesWhatTheNeighbouringProjectTakes() {
    assertThat(FieldPath.parse("$.xyz").isValid()).isTrue();
    assertThat(FieldPath.parse("$[\"foo.bar/baz\"].zork").isValid()).isTrue();
    assertThat(FieldPath.parse("$.metadata.labels").isValid()).isTrue();
    assertThat(FieldPath.parse("$" + ".a".repeat(101)).isValid()).isFalse();
  }
}
