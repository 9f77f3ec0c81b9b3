package dev.fleetwright.semver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RangeTest {

  @Test
  void everyBrokenAlternativeIsReported() {
    List<Problem> problems = Range.parse("blerg || ^1 || >=1.2.3foo bar || 01").problems();
    assertThat(problems.stream().map(RangeTest::column)).containsExactly(1, 23, 34);
    assertThat(Range.parse("x1||".repeat(100)).problems()).hasSize(16);
  }

  @Test
  void theCaretStandsUnderTheColumn() {
    assertThat(ProblemText.render(Range.parse(">=1.2 => 2").problems()))
        .isEqualTo(
            """
            <range>:1:8: error: expected a version after "=", found ">" [invalid-range]
                1 | >=1.2 => 2
                  |        ^
              fix: write >= instead of =>
            """);
  }

  @Test
  void columnsCountCodePoints() {
    assertThat(column(Range.parse("^1 || 😀").problems().getFirst())).isEqualTo(7);
    List<Problem> problems = Range.parse("😀😀 || foo").problems();
    assertThat(problems.stream().map(RangeTest::column)).containsExactly(1, 7);
  }

  private static int column(Problem problem) {
    Place place = problem.place();
    assertThat(place).isNotNull();
    return place.column();
  }

  @Test
  void equalWhenTheSameVersionsAreAdmitted() {
    assertThat(Cases.range("^1.2.3")).isEqualTo(Cases.range(">=1.2.3 <2.0.0"));
    assertThat(Cases.range("1 || 2")).isEqualTo(Cases.range("2.x || 1.x"));
    assertThat(Cases.range("^1.2.3")).isNotEqualTo(Cases.range("^1.2.4"));
    assertThat(Cases.range("*")).isEqualTo(Range.any()).isNotEqualTo(Cases.range("*", "pre"));
  }

  @Test
  void theHighestOfEqualPrecedenceIsTheLastByBuild() {
    List<Version> versions =
        List.of(
            Cases.version("1.4.0+b"),
            Cases.version("2.0.0"),
            Cases.version("1.4.0+c"),
            Cases.version("1.4.0+a"),
            Cases.version("1.5.0-rc.1"));
    assertThat(Cases.range("^1").highest(versions)).contains(Cases.version("1.4.0+c"));
    assertThat(Cases.range("^1", "pre").highest(versions)).contains(Cases.version("1.5.0-rc.1"));
    assertThat(Cases.range("^3").highest(versions)).isEmpty();
    assertThat(Cases.range("^3").highest(List.of())).isEmpty();
  }

  @Test
  void aMixedIntersectionAsksForNamedPrereleases() {
    Range both = Cases.range("^1.0.0-rc.1").intersection(Cases.range("^1.0.0-rc.0", "pre"));
    assertThat(both.prereleases()).isEqualTo(Prereleases.IF_NAMED);
    assertThat(both).hasToString(">=1.0.0-rc.1 <2.0.0");
  }

  @Test
  void hostileTextsAreProblemsNotExceptions() {
    for (String text : HostileTexts.all()) {
      for (Prereleases prereleases : Prereleases.values()) {
        List<Problem> problems = Range.parse(text, prereleases).problems();
        assertThat(problems).isNotEmpty().hasSizeLessThanOrEqualTo(16);
        assertThat(ProblemText.render(problems)).hasSizeLessThan(600 * 16);
      }
    }
  }

  @Test
  void limitsAreExact() {
    String most = "!=1.2.3 ".repeat(Range.MOST_COMPARATORS);
    assertThat(Range.parse(most).isValid()).isTrue();
    Problem tooMany = Range.parse(most + "1").problems().getFirst();
    assertThat(tooMany.message()).contains("at most 1024 comparators");
    assertThat(column(tooMany)).isEqualTo(most.length() + 1);

    String longest = " ".repeat(Range.LONGEST_TEXT - 1) + "1";
    assertThat(Range.parse(longest).isValid()).isTrue();
    Problem tooLong = Range.parse(longest + " ").problems().getFirst();
    assertThat(tooLong.message()).contains("at most 16384 characters, this one has 16385");
    assertThat(column(tooLong)).isEqualTo(Range.LONGEST_TEXT + 1);

    String version = "1.0.0-" + "a".repeat(Version.LONGEST_TEXT - 6);
    assertThat(Range.parse(">" + version).isValid()).isTrue();
    assertThat(column(Range.parse(">" + version + "a").problems().getFirst())).isEqualTo(2);
  }

  @Test
  void boundsNextToTheLongestVersionsPrintSoThatTheyCanBeRead() {
    String version = "1.0.0-" + "a".repeat(Version.LONGEST_TEXT - 6);
    for (String operator : List.of("", "<", "<=", ">", ">=", "^", "~", "!=")) {
      for (Prereleases prereleases : Prereleases.values()) {
        Range range = Range.parse(operator + version, prereleases).orThrow();
        assertThat(Range.parse(range.toString(), prereleases).orThrow()).isEqualTo(range);
      }
    }
  }

  @Test
  void manyAlternativesAreSearchedRight() {
    String text =
        IntStream.range(0, 500).mapToObj(i -> (2 * i) + ".x").collect(Collectors.joining("||"));
    Range even = Cases.range(text);
    for (int i = 0; i < 1_000; i++) {
      assertThat(even.contains(Version.of(i, 7, 7))).isEqualTo(i % 2 == 0);
    }
    Range odd = Cases.range(text.replace("||", " !=").replaceFirst("^", "!="));
    assertThat(even.intersects(odd)).isFalse();
    assertThat(odd.contains(Version.of(501, 0, 0))).isTrue();
  }

  @Test
  void aRangeAtTheLimitsCanStillBeWidened() {
    String most = "1.0.0||".repeat(Range.MOST_COMPARATORS - 1) + "1.0.0";
    Range range = Cases.range(most);
    Version version = Cases.version("7.0.0");
    Range changed = range.smallestChangeAdmitting(version);
    assertThat(changed).isEqualTo(Cases.range("1.0.0 || 7.0.0"));
    assertThat(changed.text()).isEqualTo("1.0.0 || 7.0.0");
  }
}
