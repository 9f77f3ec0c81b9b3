package dev.fleetwright.apiserver.resource;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the names of a kind's objects may look like. */
public enum NameRule {
  SUBDOMAIN(
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
      253,
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character"),
  LABEL(
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
      63,
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character"),
  LABEL1035(
      "[a-z]([-a-z0-9]*[a-z0-9])?",
      63,
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
          + " alphabetic character, and end with an alphanumeric character"),
  PATH("(?!\\.{1,2}$)[^/%]+", 253, "may not be '.' or '..' or contain '/' or '%'");

  private final Pattern pattern;
  private final int maxLength;
  private final String rule;

  NameRule(String pattern, int maxLength, String rule) {
    this.pattern = Pattern.compile(pattern);
    this.maxLength = maxLength;
    this.rule = rule;
  }

  /** What is wrong with a name, or null. */
  public @Nullable String complaint(String name) {
    if (name.length() > maxLength) {
      return "must be no more than " + maxLength + " characters";
    }
    return pattern.matcher(name).matches() ? null : rule;
  }

  /** How long a generated name may be before its random end. */
  public int maxLength() {
    return maxLength;
  }
}
