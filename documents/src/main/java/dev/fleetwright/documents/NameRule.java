package dev.fleetwright.documents;

import java.util.regex.Pattern;

/** What {@code metadata.name} of a kind has to be. */
public enum NameRule {
  /** Lower-case letters, digits and hyphens, at most 63: names that become parts of others. */
  DNS_LABEL(63, "[a-z0-9](?:[-a-z0-9]*+(?<=[a-z0-9]))?+", "lower-case letters, digits and -"),
  /** DNS labels joined by dots, at most 253: what Kubernetes asks of most kinds. */
  DNS_SUBDOMAIN(
      253,
      "[a-z0-9](?:[-a-z0-9]*+(?<=[a-z0-9]))?+(?:\\.[a-z0-9](?:[-a-z0-9]*+(?<=[a-z0-9]))?+)*+",
      "lower-case letters, digits, - and ."),
  /** Any name that can stand in a URL's path. */
  ANY(253, "(?!\\.{1,2}$)[^/%\\x00-\\x20]++", "anything but spaces, / and %"),
  /** A name may be missing: the document is known by its content. */
  OPTIONAL(253, "(?!\\.{1,2}$)[^/%\\x00-\\x20]++", "anything but spaces, / and %");

  private final int longest;
  private final Pattern pattern;
  private final String alphabet;

  NameRule(int longest, String pattern, String alphabet) {
    this.longest = longest;
    this.pattern = Pattern.compile(pattern);
    this.alphabet = alphabet;
  }

  public boolean allows(String name) {
    return name.length() <= longest && pattern.matcher(name).matches();
  }

  /** The rule in words, for a fix. */
  String described() {
    return "use "
        + alphabet
        + ", at most "
        + longest
        + " characters"
        + (this == DNS_LABEL || this == DNS_SUBDOMAIN
            ? ", with a letter or digit at both ends"
            : "");
  }
}
