package dev.fleetwright.semver;

import dev.fleetwright.semver.Alternative.Hyphen;
import dev.fleetwright.semver.Alternative.Term;
import dev.fleetwright.semver.Alternative.Terms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What alternatives mean: which releases and which prereleases they admit. */
final class RangeCompiler {

  private RangeCompiler() {}

  static RangeSets compile(List<Alternative> alternatives, Prereleases prereleases) {
    if (alternatives.size() == 1) {
      return meaning(alternatives.getFirst(), prereleases).sets();
    }
    List<RangeSets> parts = new ArrayList<>(alternatives.size());
    for (Alternative alternative : alternatives) {
      Conjunction meaning = meaning(alternative, prereleases);
      if (meaning.isAny()) {
        // npm: an alternative that is "*" makes the whole range "*", and takes away the right to
        // prereleases that the others have.
        return meaning.sets();
      }
      parts.add(meaning.sets());
    }
    return RangeSets.union(parts);
  }

  private static Conjunction meaning(Alternative alternative, Prereleases prereleases) {
    Conjunction all = new Conjunction(prereleases);
    switch (alternative) {
      case Terms(List<Term> terms, int _, int _) -> {
        for (Term term : terms) {
          add(term, all);
        }
      }
      case Hyphen(Term low, Term high) -> addHyphen(low.version(), high.version(), all);
    }
    return all;
  }

  private static void add(Term term, Conjunction all) {
    Partial version = term.version();
    if (version.isAny()) {
      switch (term.operator()) {
        case LESS, GREATER, NOT_EQUAL -> all.nothing();
        case EQUAL, AT_MOST, AT_LEAST, TILDE, CARET -> {}
      }
    } else if (version.isComplete()) {
      addComplete(term.operator(), version.lowest(), all);
    } else {
      addPartial(term.operator(), version, all);
    }
  }

  private static void addComplete(Operator operator, Version version, Conjunction all) {
    if (operator != Operator.NOT_EQUAL) {
      // To leave a prerelease out is not to ask for its siblings, so != names none.
      all.name(version);
    }
    switch (operator) {
      case EQUAL -> all.exactly(version);
      case NOT_EQUAL -> all.except(version, Cuts.above(version));
      case LESS -> all.below(version);
      case AT_MOST -> all.below(Cuts.above(version));
      case GREATER -> all.from(Cuts.above(version));
      case AT_LEAST -> all.from(version);
      case TILDE -> {
        all.from(version);
        all.below(Cuts.floor(Cuts.nextMinor(version.major(), version.minor())));
      }
      case CARET -> {
        all.from(version);
        if (version.major() > 0) {
          all.below(Cuts.floor(Cuts.nextMajor(version.major())));
        } else if (version.minor() > 0) {
          all.below(Cuts.floor(Cuts.nextMinor(0, version.minor())));
        } else {
          all.below(Cuts.floor(Cuts.nextPatch(version)));
        }
      }
    }
  }

  private static void addPartial(Operator operator, Partial version, Conjunction all) {
    Version first = version.lowest();
    switch (operator) {
      case EQUAL, TILDE -> {
        all.fromFirst(first);
        all.below(Cuts.floor(next(version)));
      }
      case NOT_EQUAL -> {
        Version floor = Cuts.floor(first.major(), first.minor(), 0);
        all.except(floor, Cuts.floor(next(version)));
      }
      case LESS -> all.below(Cuts.floor(first));
      case AT_MOST -> all.below(Cuts.floor(next(version)));
      case GREATER -> all.fromFirst(next(version));
      case AT_LEAST -> all.fromFirst(first);
      case CARET -> {
        all.fromFirst(first);
        boolean sameMajor = version.major() > 0;
        all.below(Cuts.floor(sameMajor ? Cuts.nextMajor(version.major()) : next(version)));
      }
    }
  }

  private static void addHyphen(Partial low, Partial high, Conjunction all) {
    if (low.isComplete() && !low.prerelease().isEmpty()) {
      all.name(low.lowest());
      all.from(low.lowest());
    } else if (!low.isAny()) {
      all.fromFirst(low.lowest());
    }
    if (high.isComplete()) {
      all.name(high.lowest());
      all.below(Cuts.above(high.lowest()));
    } else if (!high.isAny()) {
      all.below(Cuts.floor(next(high)));
    }
  }

  /** The first release after all versions that a partial version stands for. */
  private static @Nullable Version next(Partial version) {
    return version.numbers() == 1
        ? Cuts.nextMajor(version.major())
        : Cuts.nextMinor(version.major(), version.minor());
  }
}
