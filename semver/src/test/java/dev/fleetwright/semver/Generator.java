package dev.fleetwright.semver;

import java.util.Random;

/** Random versions and ranges over few numbers, so that they meet often. */
final class Generator {

  private static final String[] NUMBERS = {"0", "0", "1", "1", "2", "3", "10"};
  private static final String[] IDENTIFIERS = {
    "0", "1", "a", "alpha", "alpha.0", "alpha.1", "beta", "rc.1", "-", "0a", "10", "0.0"
  };
  private static final String[] OPERATORS = {
    "", "", "=", "<", "<=", ">", ">=", ">=", "^", "^", "~", "~>", "!="
  };
  private static final String[] WILDCARDS = {"x", "X", "*"};

  private final Random random;

  Generator(long seed) {
    random = new Random(seed);
  }

  Version version() {
    return Cases.version(versionText());
  }

  Prereleases prereleases() {
    return random.nextBoolean() ? Prereleases.INCLUDE : Prereleases.IF_NAMED;
  }

  Range range(Prereleases prereleases) {
    return Range.parse(rangeText(), prereleases).orThrow();
  }

  String rangeText() {
    StringBuilder text = new StringBuilder(alternative());
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(chance(2) ? " || " : "||").append(alternative());
    }
    return text.toString();
  }

  private String alternative() {
    if (chance(40)) {
      return "";
    }
    if (chance(10)) {
      return partial() + " - " + partial();
    }
    StringBuilder text = new StringBuilder(term());
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(chance(4) ? " , " : " ").append(term());
    }
    return text.toString();
  }

  private String term() {
    return oneOf(OPERATORS) + (chance(8) ? " " : "") + (chance(12) ? "v" : "") + partial();
  }

  private String partial() {
    return switch (random.nextInt(9)) {
      case 0 -> oneOf(NUMBERS);
      case 1 -> oneOf(NUMBERS) + "." + oneOf(NUMBERS);
      case 2 -> oneOf(NUMBERS) + "." + oneOf(WILDCARDS);
      case 3 -> oneOf(NUMBERS) + "." + oneOf(NUMBERS) + "." + oneOf(WILDCARDS);
      case 4 -> chance(3) ? oneOf(WILDCARDS) : versionText();
      default -> versionText();
    };
  }

  private String versionText() {
    return oneOf(NUMBERS)
        + "."
        + oneOf(NUMBERS)
        + "."
        + oneOf(NUMBERS)
        + (chance(3) ? "-" + oneOf(IDENTIFIERS) : "")
        + (chance(12) ? "+build" : "");
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private String oneOf(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
