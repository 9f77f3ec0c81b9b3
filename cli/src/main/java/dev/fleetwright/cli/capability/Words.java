package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.matching.Verdict;

/** Decisions in words, the same in every output. */
final class Words {

  private Words() {}

  static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  static String verdict(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Chosen(boolean itself) ->
          itself ? "chosen (the module serves itself)" : "chosen";
      case Verdict.Beaten beaten -> beaten(beaten);
      case Verdict.Rejected(var rejection) ->
          rejection.rule() + ": wants " + rejection.wanted() + ", has " + rejection.actual();
      case Verdict.NotJudged() -> "not judged: the requirement is invalid";
    };
  }

  private static String beaten(Verdict.Beaten beaten) {
    return switch (beaten.advantage()) {
      case HIGHER_VERSION ->
          "satisfies; " + beaten.winner() + " has the higher version " + beaten.winnersValue();
      case MORE_PREFERRED_FEATURES ->
          "satisfies; "
              + beaten.winner()
              + " has more preferred features ("
              + beaten.winnersValue()
              + " against "
              + beaten.ownValue()
              + ")";
      case SMALLER_NAME -> "satisfies; " + beaten.winner() + " comes first by name";
      case SAME_MODULE -> "satisfies; the module provides it twice";
    };
  }

  /** Text of users: control characters must not reach a terminal. */
  static String safe(String text) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) ? 0xFFFD : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
