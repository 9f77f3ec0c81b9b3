package dev.fleetwright.semver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VersionTest {

  static List<List<String>> valid() {
    return Cases.table("versions-valid.tsv");
  }

  @ParameterizedTest
  @MethodSource("valid")
  void readsAllPartsAndPrintsTheSameText(List<String> row) {
    Version version = Cases.version(row.get(0));
    assertThat(version.major()).isEqualTo(Long.parseLong(row.get(1)));
    assertThat(version.minor()).isEqualTo(Long.parseLong(row.get(2)));
    assertThat(version.patch()).isEqualTo(Long.parseLong(row.get(3)));
    assertThat(version.prerelease()).isEqualTo(row.get(4));
    assertThat(version.build()).isEqualTo(row.get(5));
    assertThat(version).hasToString(row.get(0));
    Version again = Cases.version(row.get(0));
    assertThat(version).isEqualTo(again).hasSameHashCodeAs(again);
    assertThat(version.isPrerelease()).isEqualTo(!row.get(4).isEmpty());
  }

  static List<List<String>> invalid() {
    return Cases.table("versions-invalid.tsv");
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void refusesWithTheColumnAndANextStep(List<String> row) {
    String text = Cases.text(row.get(0));
    List<Problem> problems = Version.parse(text).problems();
    assertThat(problems).hasSize(1);
    Problem problem = problems.getFirst();
    assertThat(problem.code()).isEqualTo("invalid-version");
    assertThat(problem.message()).contains(row.get(2)).doesNotEndWith(".");
    assertThat(problem.nextStep()).contains(row.get(3));
    Place place = problem.place();
    assertThat(place).isNotNull();
    assertThat(place.source()).isEqualTo("<version>");
    assertThat(place.column()).isEqualTo(Integer.parseInt(row.get(1)));
    assertThat(place.lineText()).isEqualTo(text);
  }

  @Test
  void precedenceFollowsTheSpecification() {
    List<List<Version>> levels =
        Cases.lines("versions-ascending.txt").stream()
            .map(line -> List.of(line.split(" ", -1)).stream().map(Cases::version).toList())
            .toList();
    for (int i = 0; i < levels.size(); i++) {
      for (int j = 0; j < levels.size(); j++) {
        for (Version a : levels.get(i)) {
          for (Version b : levels.get(j)) {
            assertThat(Integer.signum(Version.PRECEDENCE.compare(a, b)))
                .as("%s against %s", a, b)
                .isEqualTo(Integer.compare(i, j));
          }
        }
      }
    }
  }

  @Test
  void theNaturalOrderAgreesWithEqualsAndOnlyRefinesPrecedence() {
    List<Version> versions = new ArrayList<>();
    for (String line : Cases.lines("versions-ascending.txt")) {
      for (String text : line.split(" ", -1)) {
        versions.add(Cases.version(text));
      }
    }
    for (Version a : versions) {
      for (Version b : versions) {
        assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
        if (a.comparePrecedence(b) != 0) {
          assertThat(Integer.signum(a.compareTo(b)))
              .isEqualTo(Integer.signum(a.comparePrecedence(b)));
        }
      }
    }
    List<Version> shuffled = new ArrayList<>(versions);
    Collections.shuffle(shuffled, new Random(1));
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(versions);
  }

  @Test
  void theLongestTextIsReadAndOneMoreIsNot() {
    String longest = "1.0.0-" + "a".repeat(Version.LONGEST_TEXT - 6);
    assertThat(Cases.version(longest)).hasToString(longest);
    Problem problem = Version.parse(longest + "a").problems().getFirst();
    assertThat(problem.message()).contains("at most 256 characters, this one has 257");
    Place place = problem.place();
    assertThat(place).isNotNull();
    assertThat(place.column()).isEqualTo(257);
  }

  @Test
  void hostileTextsAreProblemsNotExceptions() {
    for (String text : HostileTexts.all()) {
      assertThat(Version.parse(text).isValid()).isFalse();
    }
    assertThat(Version.parse("\ud800").problems()).hasSize(1);
  }

  @Test
  void anyTextIsReadOrRefusedAndWhatIsReadPrintsAsItWas() {
    Random random = new Random(20);
    String alphabet = "0012345.-+ab v\0é";
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "1.2." : "");
      for (int k = random.nextInt(8); k >= 0; k--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      var checked = Version.parse(text.toString());
      if (checked.isValid()) {
        read++;
        assertThat(checked.orThrow()).hasToString(text.toString());
      }
    }
    assertThat(read).isGreaterThan(1_000);
  }

  @Test
  void madeFromNumbers() {
    assertThat(Version.of(1, 2, 3)).isEqualTo(Cases.version("1.2.3"));
    assertThat(Cases.version("1.2.3-a+b").withoutBuild()).isEqualTo(Cases.version("1.2.3-a"));
    assertThatThrownBy(() -> Version.of(1, -2, 3)).isInstanceOf(IllegalArgumentException.class);
  }
}
