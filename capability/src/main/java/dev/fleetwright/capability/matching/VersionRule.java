package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.semver.Range;
import dev.fleetwright.semver.Version;

/** The version of the provider must be in the range of the requirement. */
record VersionRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "version";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return true;
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    Range range = need.range();
    Version version = provision.version();
    return range != null && version != null && range.contains(version);
  }

  @Override
  public String wanted(Need need) {
    String range = need.wanted().versionConstraint();
    return "version " + (range.isBlank() ? "*" : range.strip());
  }

  @Override
  public String actual(Need need, Provision provision) {
    return "version " + provision.offered().version();
  }

  @Override
  public String fix(Need need, Provision provision) {
    Range range = need.range();
    Version version = provision.version();
    if (range == null || version == null) {
      return "correct the version";
    }
    return "widening "
        + need.wanted().versionConstraint().strip()
        + " to "
        + range.smallestChangeAdmitting(version).text()
        + " would bind it";
  }
}
