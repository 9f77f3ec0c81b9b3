package dev.fleetwright.apiserver.resource;

import org.jspecify.annotations.Nullable;

/** What the names of a kind's objects may look like. */
public enum NameRule {
  SUBDOMAIN(
      253,
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character"),
  LABEL(
      63,
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character"),
  LABEL1035(
      63,
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
          + " alphabetic character, and end with an alphanumeric character"),
  PATH(253, "may not be '.' or '..' or contain '/' or '%'");

  private final int maxLength;
  private final String rule;

  NameRule(int maxLength, String rule) {
    this.maxLength = maxLength;
    this.rule = rule;
  }

  /** What is wrong with a name, or null. */
  public @Nullable String complaint(String name) {
    if (name.length() > maxLength) {
      return "must be no more than " + maxLength + " characters";
    }
    return isFormed(name) ? null : rule;
  }

  private boolean isFormed(String name) {
    return switch (this) {
      case SUBDOMAIN -> NameSyntax.isSubdomain(name);
      case LABEL -> NameSyntax.isLabel(name);
      case LABEL1035 -> NameSyntax.isLabel1035(name);
      case PATH -> NameSyntax.isPathStep(name);
    };
  }

  /** How long a generated name may be before its random end. */
  public int maxLength() {
    return maxLength;
  }
}
