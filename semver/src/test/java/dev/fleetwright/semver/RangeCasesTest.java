package dev.fleetwright.semver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of cases; most of their answers are those of npm's reference implementation. */
class RangeCasesTest {

  @Test
  void agreesWithNpmOnEveryRangeAndVersionOfTheGrid() {
    List<List<String>> table = Cases.table("ranges-grid.tsv");
    List<String> versions = List.of(table.getFirst().get(2).split(" ", -1));
    List<Version> parsed = versions.stream().map(Cases::version).toList();
    for (List<String> row : table.subList(1, table.size())) {
      Range range = Cases.range(row.get(0), row.get(1));
      List<String> admitted = new ArrayList<>();
      for (int i = 0; i < parsed.size(); i++) {
        if (range.contains(parsed.get(i))) {
          admitted.add(versions.get(i));
        }
      }
      List<String> expected =
          switch (row.get(2)) {
            case "all" -> versions;
            case "none" -> List.of();
            default -> List.of(row.get(2).split(" ", -1));
          };
      assertThat(admitted).as("%s %s", row.get(0), row.get(1)).isEqualTo(expected);
    }
    assertThat(table).hasSizeGreaterThan(400);
  }

  @Test
  void agreesWithNpmOnRandomRanges() {
    List<List<String>> table = Cases.table("ranges-random.tsv");
    table.forEach(RangeCasesTest::checkMembership);
    assertThat(table).hasSize(4_000);
  }

  static List<List<String>> own() {
    return Cases.table("ranges-own.tsv");
  }

  @ParameterizedTest
  @MethodSource("own")
  void hasNotEqualAndCommas(List<String> row) {
    checkMembership(row);
  }

  private static void checkMembership(List<String> row) {
    assertThat(Cases.range(row.get(0), row.get(2)).contains(Cases.version(row.get(1))))
        .as("%s", row)
        .isEqualTo(Boolean.parseBoolean(row.get(3)));
  }

  static List<List<String>> invalid() {
    return Cases.table("ranges-invalid.tsv");
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void refusesWithTheColumnAndANextStep(List<String> row) {
    Problem problem = refused(Cases.text(row.get(0)), Integer.parseInt(row.get(1)));
    assertThat(problem.message()).contains(row.get(2)).doesNotEndWith(".");
    assertThat(problem.nextStep()).contains(row.get(3));
  }

  static List<List<String>> stricter() {
    return Cases.table("ranges-stricter.tsv");
  }

  @ParameterizedTest
  @MethodSource("stricter")
  void refusesWhatNpmOnlyGuesses(List<String> row) {
    refused(Cases.text(row.get(0)), Integer.parseInt(row.get(2)));
    assertThat(row.get(3)).isNotEmpty();
  }

  private static Problem refused(String text, int column) {
    for (Prereleases prereleases : Prereleases.values()) {
      List<Problem> problems = Range.parse(text, prereleases).problems();
      assertThat(problems).isNotEmpty();
      Problem problem = problems.getFirst();
      assertThat(problem.code()).isEqualTo("invalid-range");
      Place place = problem.place();
      assertThat(place).isNotNull();
      assertThat(place.source()).isEqualTo("<range>");
      assertThat(place.column()).isEqualTo(column);
      assertThat(place.lineText()).isEqualTo(text);
    }
    return Range.parse(text).problems().getFirst();
  }

  static List<List<String>> normal() {
    return Cases.table("ranges-normal.tsv");
  }

  @ParameterizedTest
  @MethodSource("normal")
  void hasOneNormalisedText(List<String> row) {
    Range range = Cases.range(row.get(0), row.get(1));
    assertThat(range).hasToString(row.get(2));
    assertThat(range.text()).isEqualTo(Cases.text(row.get(0)));
    assertThat(Cases.range(row.get(2), row.get(1))).isEqualTo(range).hasSameHashCodeAs(range);
  }

  static List<List<String>> intersections() {
    return Cases.table("intersections.tsv");
  }

  @ParameterizedTest
  @MethodSource("intersections")
  void knowsWhetherRangesIntersect(List<String> row) {
    Range a = Cases.range(row.get(0));
    Range b = Cases.range(row.get(1));
    boolean expected = Boolean.parseBoolean(row.get(2));
    assertThat(a.intersects(b)).isEqualTo(expected);
    assertThat(b.intersects(a)).isEqualTo(expected);
    assertThat(a.intersection(b).isEmpty()).isEqualTo(!expected);
  }

  static List<List<String>> subsets() {
    return Cases.table("subsets.tsv");
  }

  @ParameterizedTest
  @MethodSource("subsets")
  void knowsWhetherOneRangeIsWithinAnother(List<String> row) {
    Range a = Cases.range(row.get(0), row.get(2));
    Range b = Cases.range(row.get(1), row.get(2));
    assertThat(a.subsetOf(b)).isEqualTo(Boolean.parseBoolean(row.get(3)));
  }

  static List<List<String>> changes() {
    return Cases.table("smallest-change.tsv");
  }

  @ParameterizedTest
  @MethodSource("changes")
  void proposesTheChangeThatAPersonWouldMake(List<String> row) {
    Range range = Cases.range(row.get(0), row.get(2));
    Range changed = range.smallestChangeAdmitting(Cases.version(row.get(1)));
    assertThat(changed.text()).isEqualTo(row.get(3));
    assertThat(changed.contains(Cases.version(row.get(1)))).isTrue();
    assertThat(range.subsetOf(changed)).isTrue();
  }
}
