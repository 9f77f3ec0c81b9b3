package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SemverCommandTest {

  @Test
  void printsTheVersionsThatSatisfyInTheirOrder() {
    CliRun run = CliRun.of("semver", "^1.2.0", "2.0.0", "1.9.1", "1.2.0");
    assertThat(run).isEqualTo(new CliRun(0, "1.9.1\n1.2.0\n", ""));
  }

  @Test
  void exitsWithOneWhenNoneSatisfies() {
    assertThat(CliRun.of("semver", "^1.2.0", "2.0.0")).isEqualTo(new CliRun(1, "", ""));
  }

  @Test
  void anInvalidRangeOrVersionHasACaretUnderItsColumn() {
    CliRun run = CliRun.of("semver", ">=1.2 blerg", "1.2.3", "1.02.3");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    String[] lines = run.err().split("\n", -1);
    assertThat(lines[0]).startsWith("<range>:1:7: error: ");
    assertThat(lines[1].charAt(lines[2].indexOf('^'))).isEqualTo('b');
    assertThat(run.err()).contains("<version>:1:3: error: ");
  }

  @Test
  void prereleasesCountOnlyWhereNamedUnlessAskedFor() {
    assertThat(CliRun.of("semver", "^1.2.0", "1.3.0-rc.1").exitCode()).isEqualTo(1);
    assertThat(CliRun.of("semver", "--include-prerelease", "^1.2.0", "1.3.0-rc.1").out())
        .isEqualTo("1.3.0-rc.1\n");
  }

  @Test
  void whyNamesTheReasonAndTheChangeThatWouldAdmitTheVersion() {
    CliRun run = CliRun.of("semver", "--why", "^2.0.0", "2.1.0", "1.4.0", "2.2.0-rc.1");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("✓ 2.1.0 satisfies ^2.0.0")
        .contains("✗ 1.4.0 does not satisfy ^2.0.0")
        .contains("^1.4.0 || ^2.0.0 would admit it")
        .contains("a prerelease counts only where");
  }

  @Test
  void linesOnStdinAreAnsweredOneByOne() {
    CliRun run =
        CliRun.withInput(
            "^1.2.0\t1.4.0\n^1.2.0\t2.0.0\r\nblerg\t1.0.0\n1.x\t1.0\nno tab\n\n\t1.0.0\n",
            "semver",
            "-");
    assertThat(run.exitCode()).isZero();
    String[] lines = run.out().split("\n", -1);
    assertThat(lines).hasSize(8);
    assertThat(lines[0]).isEqualTo("true");
    assertThat(lines[1]).isEqualTo("false");
    assertThat(lines[2]).startsWith("error: ").contains("column 1");
    assertThat(lines[3]).startsWith("error: ");
    assertThat(lines[4]).isEqualTo("error: expected range<TAB>version");
    assertThat(lines[5]).startsWith("error: ");
    assertThat(lines[6]).isEqualTo("true");
    assertThat(lines[7]).isEmpty();
  }

  @Test
  void missingVersionsAndVersionsBesideStdinAreWrongUsage() {
    assertThat(CliRun.of("semver", "^1").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("semver").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("semver", "-", "1.0.0").exitCode()).isEqualTo(2);
  }

  @Test
  void machinesGetEveryVersionWithItsAnswer() {
    assertThat(CliRun.of("semver", "-o", "json", "1.x", "1.0.0", "2.0.0").out())
        .contains("\"version\" : \"1.0.0\"")
        .contains("\"satisfies\" : true")
        .contains("\"satisfies\" : false");
    assertThat(CliRun.of("semver", "-o", "yaml", "1.x", "1.0.0").out()).contains("satisfies: true");
  }
}
