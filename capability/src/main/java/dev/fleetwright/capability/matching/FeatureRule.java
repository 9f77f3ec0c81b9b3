package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.RequiredCapability;
import java.util.List;

/** A provider must have every feature that the requirement names as required. */
record FeatureRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "features";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return !wanted.requiredFeatures().isEmpty();
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    List<String> required = need.wanted().requiredFeatures();
    return required.isEmpty() || provision.features().containsAll(required);
  }

  @Override
  public String wanted(Need need) {
    return "features " + sorted(need.wanted().requiredFeatures());
  }

  @Override
  public String actual(Need need, Provision provision) {
    List<String> has = provision.offered().supportedFeatures();
    return has.isEmpty() ? "no features" : "features " + sorted(has);
  }

  @Override
  public String fix(Need need, Provision provision) {
    return "leaving out "
        + missing(need, provision)
        + " in "
        + need.consumer()
        + ", or supporting it in "
        + provision.module()
        + ", would bind it";
  }

  private static String missing(Need need, Provision provision) {
    return sorted(
        need.wanted().requiredFeatures().stream()
            .filter(feature -> !provision.features().contains(feature))
            .toList());
  }

  private static String sorted(List<String> features) {
    return String.join(", ", features.stream().sorted().distinct().toList());
  }
}
