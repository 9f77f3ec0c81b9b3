package dev.fleetwright.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTextTest {

  private static final Problem UNKNOWN =
      new Problem("unknown-field", "spec.nme", "unknown field \"nme\"", "did you mean \"name\"?");

  @Test
  void aProblemWithAPlaceShowsTheLineAndACaretUnderTheColumn() {
    Problem problem = UNKNOWN.at(new Place("world.yaml", 7, 4, 3, "\t  nme: anvil"));
    assertThat(ProblemText.render(problem))
        .isEqualTo(
            """
            world.yaml:7:4: error: spec.nme: unknown field "nme" [unknown-field]
                7 |    nme: anvil
                  |    ^~~
              fix: did you mean "name"?
            """);
  }

  @Test
  void aProblemWithoutAPlaceIsOneLineAndItsFix() {
    assertThat(ProblemText.render(UNKNOWN.asWarning()))
        .isEqualTo(
            """
            warning: spec.nme: unknown field "nme" [unknown-field]
              fix: did you mean "name"?
            """);
  }

  @Test
  void aVeryLongLineIsShownAsAWindowAroundTheCaret() {
    String line = "x".repeat(5_000) + "!" + "y".repeat(5_000);
    String text = ProblemText.render(UNKNOWN.at(new Place("big", 1, 5_001, 1, line)));
    String[] lines = text.split("\n", -1);
    assertThat(lines[1].length()).isLessThan(180);
    assertThat(lines[1].charAt(lines[2].indexOf('^'))).isEqualTo('!');
  }

  @Test
  void aCaretPastTheEndOfTheLineStandsJustBehindIt() {
    String text = ProblemText.render(UNKNOWN.at(Place.inLine("range", ">=1.", 5, 1)));
    assertThat(text).contains("    1 | >=1.\n      |     ^\n");
  }

  @Test
  void controlCharactersDoNotReachTheTerminal() {
    Problem hostile =
        new Problem("bad", "", "name \u001b[31mred", "").at(Place.inLine("x", "\u001b[2J", 1, 1));
    assertThat(ProblemText.render(hostile)).doesNotContain("\u001b");
  }
}
