package dev.fleetwright.semver;

import dev.fleetwright.model.Checked;
import dev.fleetwright.semver.Alternative.Hyphen;
import dev.fleetwright.semver.Alternative.Term;
import dev.fleetwright.semver.Alternative.Terms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the smallest edit of a range's text that admits one more version. Edits are tried, not
 * trusted: each is parsed, and counts only if it admits the version and all that the range did.
 *
 * <p>First choice is to move bounds within one alternative, as few as possible; then to add an
 * alternative in the style of its neighbour; then to add the version itself.
 */
final class Widening {

  /** Each alternative costs a parse of the whole text, so only so many are tried. */
  private static final int MOST_ALTERNATIVES = 64;

  private final Range range;
  private final Version version;
  private final String text;
  private final List<Alternative> alternatives;

  Widening(Range range, Version version) {
    this.range = range;
    this.version = version;
    this.text = range.text();
    RangeParser parser = new RangeParser(text);
    List<Alternative> parsed = parser.parse();
    // The text of a computed range may be beyond the limits.
    this.alternatives = parser.problems().isEmpty() ? parsed : List.of();
  }

  Range smallest() {
    Range best = null;
    int fewestEdits = Integer.MAX_VALUE;
    for (Alternative alternative : alternatives.subList(0, tried())) {
      for (List<Edit> edits : editsWithin(alternative)) {
        Range changed = edits.size() > fewestEdits ? null : checked(applied(edits));
        if (changed != null
            && (best == null || edits.size() < fewestEdits || isSmaller(changed, best))) {
          best = changed;
          fewestEdits = edits.size();
        }
      }
    }
    if (best == null) {
      best = withNeighbour();
    }
    if (best == null && range.equals(Range.any())) {
      // An addition would drown in "*", so the star is spelled out.
      best = checked(">=0.0.0-0 || " + version);
    }
    return best != null ? best : range.plus(version);
  }

  private int tried() {
    return Math.min(MOST_ALTERNATIVES, alternatives.size());
  }

  private static boolean isSmaller(Range a, Range b) {
    return a.subsetOf(b) && !b.subsetOf(a);
  }

  private @Nullable Range checked(String changed) {
    return switch (Range.parse(changed, range.prereleases())) {
      case Checked.Valid<Range>(Range wider)
          when wider.contains(version) && range.subsetOf(wider) ->
          wider;
      default -> null;
    };
  }

  /** A piece of the text and what to put in its place. */
  private record Edit(int start, int end, String replacement) {}

  private String applied(List<Edit> edits) {
    StringBuilder out = new StringBuilder(text);
    for (Edit edit : edits.reversed()) {
      out.replace(edit.start, edit.end, edit.replacement);
    }
    return out.toString();
  }

  /** Ways to widen one alternative, the preferred first; each is edits from left to right. */
  private List<List<Edit>> editsWithin(Alternative alternative) {
    return switch (alternative) {
      case Hyphen(Term low, Term high) ->
          List.of(List.of(to(low, version.toString())), List.of(to(high, version.toString())));
      case Terms(List<Term> terms, int _, int _) when terms.size() == 1 ->
          styledEdits(terms.getFirst());
      case Terms(List<Term> terms, int _, int _) -> boundEdits(terms);
    };
  }

  private static Edit to(Term term, String replacement) {
    return new Edit(term.start(), term.end(), replacement);
  }

  private List<List<Edit>> styledEdits(Term term) {
    Version first = term.version().lowest();
    Version lower = first.comparePrecedence(version) < 0 ? first : version;
    return switch (term.operator()) {
      case CARET -> List.of(List.of(to(term, "^" + version)));
      case TILDE -> List.of(List.of(to(term, "~" + lower)), List.of(to(term, "^" + lower)));
      case EQUAL ->
          term.version().isComplete()
              ? List.of(List.of(to(term, "~" + lower)), List.of(to(term, "^" + lower)))
              : List.of();
      case NOT_EQUAL, LESS, AT_MOST, GREATER, AT_LEAST -> boundEdits(List.of(term));
    };
  }

  /** Moves each bound that keeps the version out, and leaves the others as they are. */
  private List<List<Edit>> boundEdits(List<Term> terms) {
    List<Edit> edits = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    for (Term term : terms) {
      if (admits(term)) {
        kept.add(text.substring(term.start(), term.end()));
        continue;
      }
      String moved = moved(term.operator());
      edits.add(to(term, moved));
      if (!moved.isEmpty()) {
        kept.add(moved);
      }
    }
    if (edits.isEmpty()) {
      return List.of();
    }
    if (kept.size() == terms.size()) {
      return List.of(edits);
    }
    // A comparator falls away, and with it a separator: the alternative is written anew.
    String rest = kept.isEmpty() ? "*" : String.join(" ", kept);
    return List.of(List.of(new Edit(terms.getFirst().start(), terms.getLast().end(), rest)));
  }

  /** The comparator that takes the version in; empty when it is best left out. */
  private String moved(Operator operator) {
    return switch (operator) {
      case LESS, AT_MOST -> "<=" + version;
      case GREATER, AT_LEAST -> ">=" + version;
      case NOT_EQUAL -> "";
      case CARET -> "^" + version;
      case TILDE -> "~" + version;
      case EQUAL -> version.toString();
    };
  }

  /**
   * Whether the bounds of one comparator admit the version, leaving npm's rule aside. But {@code
   * <2.0.0} is asked to admit 2.0.0-rc.1 by name, since that keeps the range in one piece.
   */
  private boolean admits(Term term) {
    if (term.operator() == Operator.LESS
        && range.prereleases() == Prereleases.IF_NAMED
        && version.isPrerelease()
        && term.version().lowest().equals(Cuts.release(version))) {
      return false;
    }
    List<Alternative> alone = List.of(new Terms(List.of(term), term.start(), term.end()));
    return RangeCompiler.compile(alone, Prereleases.INCLUDE).contains(version);
  }

  /** One more alternative, in order, in the style of the alternative it stands beside. */
  private @Nullable Range withNeighbour() {
    if (alternatives.isEmpty()) {
      return null;
    }
    int index = 0;
    while (index < alternatives.size() && !startsAbove(alternatives.get(index))) {
      index++;
    }
    boolean before = index < alternatives.size();
    Alternative neighbour = alternatives.get(before ? index : index - 1);
    for (String added : List.of(inStyleOf(neighbour), version.toString())) {
      String changed =
          before
              ? text.substring(0, neighbour.start())
                  + added
                  + " || "
                  + text.substring(neighbour.start())
              : text.substring(0, neighbour.end())
                  + " || "
                  + added
                  + text.substring(neighbour.end());
      Range wider = checked(changed);
      if (wider != null) {
        return wider;
      }
    }
    return null;
  }

  private boolean startsAbove(Alternative alternative) {
    Term first =
        switch (alternative) {
          case Hyphen(Term low, Term _) -> low;
          case Terms(List<Term> terms, int _, int _) -> terms.isEmpty() ? null : terms.getFirst();
        };
    return first != null
        && first.operator() != Operator.LESS
        && first.operator() != Operator.AT_MOST
        && first.version().lowest().comparePrecedence(version) > 0;
  }

  private String inStyleOf(Alternative alternative) {
    if (!(alternative instanceof Terms(List<Term> terms, int _, int _)) || terms.size() != 1) {
      return version.toString();
    }
    Term term = terms.getFirst();
    return switch (term.operator()) {
      case CARET -> "^" + version;
      case TILDE -> "~" + version;
      case EQUAL -> wildcard(term.version().numbers());
      case NOT_EQUAL, LESS, AT_MOST, GREATER, AT_LEAST -> version.toString();
    };
  }

  private String wildcard(int numbers) {
    return switch (numbers) {
      case 1 -> version.major() + ".x";
      case 2 -> version.major() + "." + version.minor() + ".x";
      default -> version.toString();
    };
  }
}
