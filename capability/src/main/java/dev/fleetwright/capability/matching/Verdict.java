package dev.fleetwright.capability.matching;

/** What became of one candidate for one requirement. */
public sealed interface Verdict {

  /**
   * It was bound.
   *
   * @param itself whether the consumer satisfies its own requirement
   */
  record Chosen(boolean itself) implements Verdict {}

  /**
   * It passed every rule, and another was preferred.
   *
   * @param winner module that was preferred
   */
  record Beaten(Advantage advantage, String winner, String winnersValue, String ownValue)
      implements Verdict {}

  /** It failed a rule. */
  record Rejected(Rejection rejection) implements Verdict {}

  /** The requirement itself is broken, so nothing can be said about providers. */
  record NotJudged() implements Verdict {}

  /** What decides between providers that pass every rule, in this order. */
  enum Advantage {
    HIGHER_VERSION("higher-version"),
    MORE_PREFERRED_FEATURES("more-preferred-features"),
    SMALLER_NAME("smaller-name"),
    /** Two entries of one module that are level: the binding would be the same. */
    SAME_MODULE("same-module");

    private final String code;

    Advantage(String code) {
      this.code = code;
    }

    public String code() {
      return code;
    }
  }
}
