package dev.fleetwright.semver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Laws that hold for all ranges, tried on random ones from fixed seeds. */
class RangePropertiesTest {

  private static final int RUNS = 8_000;

  @Test
  void whatIsPrintedParsesToAnEqualRange() {
    Generator make = new Generator(1);
    for (int i = 0; i < RUNS; i++) {
      Prereleases prereleases = make.prereleases();
      Range range = make.range(prereleases);
      Range again = Range.parse(range.toString(), prereleases).orThrow();
      if (!again.equals(range) || !again.toString().equals(range.toString())) {
        assertThat(again).as("%s %s", range.text(), prereleases).isEqualTo(range);
      }
    }
  }

  @Test
  void printedRangesAdmitTheSameVersions() {
    Generator make = new Generator(2);
    for (int i = 0; i < RUNS; i++) {
      Prereleases prereleases = make.prereleases();
      Range range = make.range(prereleases);
      Range again = Range.parse(range.toString(), prereleases).orThrow();
      for (int k = 0; k < 5; k++) {
        Version version = make.version();
        check(
            again.contains(version) == range.contains(version),
            range.text() + " printed as " + range + " with " + version);
      }
    }
  }

  @Test
  void intersectionAgreesWithMembership() {
    Generator make = new Generator(3);
    int inBoth = 0;
    for (int i = 0; i < RUNS; i++) {
      Range a = make.range(make.prereleases());
      Range b = make.range(make.prereleases());
      Range both = a.intersection(b);
      String shown = a.text() + " with " + b.text() + " is " + both;
      check(both.equals(b.intersection(a)), shown);
      check(a.intersects(b) != both.isEmpty(), shown);
      check(both.subsetOf(a) && both.subsetOf(b), shown);
      check(Range.parse(both.toString(), both.prereleases()).orThrow().equals(both), shown);
      for (int k = 0; k < 5; k++) {
        Version version = make.version();
        boolean expected = a.contains(version) && b.contains(version);
        inBoth += expected ? 1 : 0;
        check(both.contains(version) == expected, shown + ", " + version);
      }
    }
    assertThat(inBoth).isGreaterThan(RUNS / 2);
  }

  @Test
  void subsetAgreesWithMembershipAndWithIntersection() {
    Generator make = new Generator(4);
    int subsets = 0;
    for (int i = 0; i < RUNS; i++) {
      Prereleases prereleases = make.prereleases();
      Range a = make.range(prereleases);
      Range b = make.range(prereleases);
      boolean within = a.subsetOf(b);
      subsets += within ? 1 : 0;
      check(within == a.intersection(b).equals(a), a.text() + " within " + b.text());
      for (int k = 0; k < 5; k++) {
        Version version = make.version();
        check(!within || !a.contains(version) || b.contains(version), a.text() + ", " + b.text());
      }
    }
    assertThat(subsets).isGreaterThan(RUNS / 20);
  }

  @Test
  void anEmptyRangeAdmitsNothingAndOtherRangesAdmitSomething() {
    Generator make = new Generator(5);
    int empty = 0;
    for (int i = 0; i < RUNS; i++) {
      Range range = make.range(make.prereleases());
      if (range.isEmpty()) {
        empty++;
        check(!range.contains(make.version()), range.text());
      } else {
        check(range.contains(someMember(range)), range.text());
      }
    }
    assertThat(empty).isBetween(RUNS / 100, RUNS / 2);
  }

  /** The first version that the normalised text names, moved up by one where it is excluded. */
  private static Version someMember(Range range) {
    String first = range.toString().split(" ", -1)[0];
    if (first.startsWith("<") || first.equals("*")) {
      return range.prereleases() == Prereleases.INCLUDE
          ? Cases.version("0.0.0-0")
          : Cases.version("0.0.0");
    }
    return Cases.version(first.replaceFirst("^[>=]*", ""));
  }

  @Test
  void theSmallestChangeAdmitsTheVersionAndLosesNothing() {
    Generator make = new Generator(6);
    for (int i = 0; i < RUNS; i++) {
      Range range = make.range(make.prereleases());
      Version version = make.version();
      Range changed = range.smallestChangeAdmitting(version);
      String shown = range.text() + " for " + version + " becomes " + changed.text();
      check(changed.contains(version), shown);
      check(range.subsetOf(changed), shown);
      check(changed.prereleases() == range.prereleases(), shown);
      check(!range.contains(version) || changed.equals(range), shown);
      check(Range.parse(changed.text(), changed.prereleases()).orThrow().equals(changed), shown);
      for (int k = 0; k < 3; k++) {
        Version other = make.version();
        check(!range.contains(other) || changed.contains(other), shown + ", " + other);
      }
    }
  }

  @Test
  void theSmallestChangeOfAComputedRangeHoldsToo() {
    Generator make = new Generator(7);
    for (int i = 0; i < RUNS / 4; i++) {
      Range range = make.range(make.prereleases()).intersection(make.range(make.prereleases()));
      Version version = make.version();
      Range changed = range.smallestChangeAdmitting(version);
      String shown = range + " for " + version + " becomes " + changed.text();
      check(changed.contains(version) && range.subsetOf(changed), shown);
    }
  }

  @Test
  void theHighestDoesNotDependOnTheOrderOfTheList() {
    Generator make = new Generator(8);
    Random random = new Random(8);
    for (int i = 0; i < 2_000; i++) {
      Range range = make.range(make.prereleases());
      List<Version> versions = new ArrayList<>();
      for (int k = 0; k < 20; k++) {
        versions.add(make.version());
      }
      var highest = range.highest(versions);
      Collections.shuffle(versions, random);
      assertThat(range.highest(versions)).isEqualTo(highest);
      assertThat(highest)
          .isEqualTo(versions.stream().filter(range::contains).max(Version::compareTo));
    }
  }

  private static void check(boolean holds, String shown) {
    if (!holds) {
      assertThat(holds).as(shown).isTrue();
    }
  }
}
